"""`nonairo site`: the page as files for any static host."""

from __future__ import annotations

import argparse
from pathlib import Path

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.terminal_output import complain


def arguments(parser: Parser) -> None:
    parser.option(
        "-o --output DIR", "the folder to write: new, empty, or an earlier site", required=True
    )
    parser.option(
        "--pyodide PATH", "the archive downloaded by `npm pack pyodide`, or its unpacked folder"
    )


def run(options: argparse.Namespace) -> int:
    from nonairo.site.bytecode import with_bytecode
    from nonairo.site.contents import site_files
    from nonairo.site.folder import former_files, write_site
    from nonairo.site.pyodide import pyodide_at
    from nonairo.site.wheel import pure_wheel
    from nonairo.wasm_hosts import MODULE

    folder = Path(options.output)
    former_files(folder)  # refused before what takes long begins
    pyodide, package = pyodide_at(options.pyodide), pure_wheel()
    compiled = with_bytecode(pyodide, package)
    found = site_files(*(compiled or (pyodide, package)))
    write_site(folder, found)
    weight = sum(map(len, found.values())) / 1e6
    print(f"{options.output}: {len(found)} files, {weight:.1f} MB")
    if compiled is None:
        complain("no bytecode, because node was not found or failed: Python starts more slowly")
    if not MODULE.is_file():
        complain("no core.wasm (`make wasm` builds it): solving and generating are slower")
    return ANSWERED


COMMAND = Command(
    name="site",
    arguments=arguments,
    run=run,
    examples="  nonairo site -o site --pyodide pyodide-314.0.7.tgz",
)
