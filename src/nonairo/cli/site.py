"""`nonairo site`: the page as files for any static host."""

from __future__ import annotations

import argparse
from pathlib import Path

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.parsing import Parser


def arguments(parser: Parser) -> None:
    parser.option(
        "-o --output DIR", "the folder to write: new, empty, or an earlier site", required=True
    )
    parser.option(
        "--pyodide PATH", "the archive downloaded by `npm pack pyodide`, or its unpacked folder"
    )


def run(options: argparse.Namespace) -> int:
    from nonairo.site.contents import site_files
    from nonairo.site.folder import former_files, write_site
    from nonairo.site.pyodide import pyodide_at

    folder = Path(options.output)
    former_files(folder)  # refused before what takes long begins
    found = site_files(pyodide_at(options.pyodide))
    write_site(folder, found)
    weight = sum(map(len, found.values())) / 1e6
    print(f"{options.output}: {len(found)} files, {weight:.1f} MB")
    return ANSWERED


COMMAND = Command(
    name="site",
    summary="write the page as static files: Python runs in the browser, without a server",
    arguments=arguments,
    run=run,
    examples="  nonairo site -o site --pyodide pyodide-314.0.7.tgz",
)
