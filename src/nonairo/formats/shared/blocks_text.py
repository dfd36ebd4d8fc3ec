"""A nonogram as text: `rows cols`, an empty line, the row clues, an empty line, the column clues.

Without the empty lines it is accepted when there are exactly rows + cols lines. Comments above the
sizes may say `# title: ...`; everything from a later `#` line on is ignored, except that a picture
in `@` and `.` below `# Solution` is the solution, and has to give the clues.

Coloured clues are blocks such as `2a 1b`; a last line `colours a=ff0000 b=000000` has the paints,
and the solution has the letters.
"""

from __future__ import annotations

from nonairo.errors import FormatError
from nonairo.formats.base import about_of, lines_of, with_about
from nonairo.formats.shared.clue_blocks import COLOURS, has_letters
from nonairo.formats.shared.clues import check_picture, chosen_lines, clue_lines, pose, sizes
from nonairo.formats.shared.coloured import Colours, clue_words, declared, in_letters, read_blocks
from nonairo.formats.shared.grid_rows import property_of
from nonairo.grid import Grid
from nonairo.kinds.coloured import is_coloured
from nonairo.plain import brief
from nonairo.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a blocks text."""
    lines = [(number, line.rstrip()) for number, line in enumerate(lines_of(text), 1)]
    start = next(k for k, (_, line) in enumerate(lines) if line and not _is_comment(line))
    above, lines = lines[:start], lines[start:]
    end = next((k for k, (_, line) in enumerate(lines) if _is_comment(line)), len(lines))
    below, lines = lines[end:], lines[:end]
    first, header = lines[0]
    height, width = sizes(header, first, "rows", "columns")
    body = [pair for pair in lines[1:] if pair[1]]
    if not body:
        raise FormatError(f"expected {height} row clues, found none", line=first)
    what = f"clue lines ({height} rows, {width} columns)"
    colours = _colours(body)
    if colours.paints:
        wanted = chosen_lines(body[:-1], height + width, what)
        blocks = [(k, read_blocks(line.replace(",", " ").split(), k)) for k, line in wanted]
        puzzle = colours.pose(blocks[:height], blocks[height:], first)
    elif any(map(has_letters, dict(body).values())):
        expected = "a last line such as 'colours a=ff0000 b=000000', as blocks have letters"
        raise FormatError(f"expected {expected}", line=body[-1][0])
    else:
        numbers = clue_lines(body, height + width, what)
        puzzle = pose(numbers[:height], numbers[height:], first)
    about: dict[str, str] = {}
    for _, line in above:
        about |= property_of(line)
    solution = _solution([(number, line.strip()) for number, line in below], puzzle, colours)
    return with_about(puzzle, about, solution)


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _colours(lines: list[tuple[int, str]]) -> Colours:
    """What the last line says of colours."""
    colours = Colours()
    number, line = lines[-1]
    name, *words = line.split()
    if name.lower() not in COLOURS:
        return colours
    for word in words:
        key, sign, colour = word.partition("=")
        if not sign:
            raise FormatError(
                f"expected colours such as a=ff0000, found {brief(word)}", line=number
            )
        colours.add(key, colour, number)
    return colours


def _solution(lines: list[tuple[int, str]], puzzle: Puzzle, colours: Colours) -> Grid | None:
    """The picture below `# Solution`, if there is one; it must give the clues."""
    if not lines or lines[0][1].lstrip("#").strip().lower() != "solution":
        return None
    rows = [line for _, line in lines[1:] if line][: puzzle.height]
    known = {".": "0", **(colours.symbols or {"@": "1"})}
    text = "".join(rows)
    if any(len(row) != puzzle.width for row in rows) or not set(text) <= {*known}:
        return None
    cells = "".join(known[cell] for cell in text)
    if len(rows) != puzzle.height:
        return None
    picture = Grid(puzzle.height, puzzle.width, cells)
    check_picture(puzzle, picture, lines[0][0] + 1)
    return picture


def write(puzzle: Puzzle) -> str:
    """What is known about it, sizes, row clues, column clues, solution."""
    about = [f"# {name}: {words}\n" for name, words in about_of(puzzle).items()]
    blocks = [f"{puzzle.height} {puzzle.width}"]
    picture = str(puzzle.solution or "").replace(".", "?")
    blocks += ["\n".join(side) for side in clue_words(puzzle)]
    if is_coloured(puzzle):
        colours = (f"{key}={paint}" for key, paint in declared(puzzle))
        blocks.append(" ".join(["colours", *colours]))
        picture = in_letters(picture, {"0": "."})
    else:
        picture = picture.replace("0", ".").replace("1", "@")
    if picture:
        blocks.append(f"# Solution\n{picture}")
    return "".join(about) + "\n\n".join(blocks) + "\n"
