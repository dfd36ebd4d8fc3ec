"""How help is laid out: as wide as the terminal, folded between words, examples to be copied."""

from __future__ import annotations

import argparse
from typing import Any

from nonairo.cli.folding import wrapped
from nonairo.cli.screen import terminal_width


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal. Found out here: argparse would load `shutil` for it."""

    def __init__(self, prog: str) -> None:
        width = max(terminal_width() - 2, 20)
        super().__init__(prog, width=width, max_help_position=min(24, width // 3))

    def start_section(self, heading: str | None) -> None:
        folded = wrapped(heading, self._width - 1) if heading else [""]
        super().start_section("\n".join(folded) or None)

    def _format_usage(self, *about: Any) -> str:
        """As in argparse; where that is too wide, folded like prose."""
        usage = super()._format_usage(*about)
        if max(map(len, usage.splitlines())) <= self._width:
            return usage
        return "\n".join(wrapped(usage, self._width, hang=2)) + "\n\n"

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Lines stay lines; the long ones are folded, and commands as shells read them."""
        lines = []
        for line in text.splitlines():
            begin = line[: len(line) - len(line.lstrip())]
            room, end = width - len(begin), " \\" if line.startswith("  nonairo ") else ""
            folded = wrapped(line, room, hang=len(begin))
            if len(folded) > 1 and end:
                folded = wrapped(line, room - len(end), hang=len(begin))
            lines.append(f"{end}\n".join(f"{indent}{begin}{part}" for part in folded))
        return "\n".join(lines)
