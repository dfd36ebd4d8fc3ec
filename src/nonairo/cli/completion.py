"""`nonairo completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.parsing import Parser

PLAIN = str.maketrans({"'": "", ":": ",", "[": "(", "]": ")"})  # what all three shells can quote
SHELLS = ("bash", "zsh", "fish")

Words = dict[str, tuple[str, dict[str, str]]]
Names = dict[str, list[str]]


def arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="which shell")


def vocabulary() -> dict[str, tuple[str, dict[str, str]]]:
    """For each command its summary, and its options with their help."""
    from nonairo.cli import COMMANDS

    words = {}
    for command in COMMANDS.values():
        parser = Parser()
        command.arguments(parser)
        flags = {
            flag: (action.help or "").translate(PLAIN)
            for action in parser._actions
            for flag in action.option_strings
            if flag.startswith("--")
        }
        words[command.name] = command.summary, flags
    return words


def named() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The names that options take, and those that commands take, each by what stands before."""
    from nonairo.bench import TABLES
    from nonairo.cli import COMMANDS
    from nonairo.engines import ENGINES
    from nonairo.formats import FORMATS
    from nonairo.kinds import KINDS
    from nonairo.techniques import TECHNIQUES

    formats = FORMATS.values()
    options = _choices() | {
        "--engine": list(ENGINES),
        "--engines": list(ENGINES),
        "--format": [format.name for format in formats if format.read],
        "--to": [format.name for format in formats if format.write],
    }
    commands = {
        "techniques": list(TECHNIQUES),
        "generate": list(KINDS),
        "bench": list(TABLES),
        "help": list(COMMANDS),
        "completion": list(SHELLS),
    }
    return options, commands


def _choices() -> Names:
    """The values of every option that has choices, in all commands together."""
    from nonairo.cli import COMMANDS

    found: dict[str, dict[str, None]] = {}
    for command in COMMANDS.values():
        parser = Parser()
        command.arguments(parser)
        for action in parser._actions:
            for flag in action.option_strings if action.choices else ():
                found.setdefault(flag, {}).update(dict.fromkeys(map(str, action.choices or ())))
    return {flag: list(values) for flag, values in found.items()}


def run(options: argparse.Namespace) -> int:
    script = {"bash": bash, "zsh": zsh, "fish": fish}[options.shell]
    print(script(vocabulary(), *named()))
    return ANSWERED


def bash(words: Words, options: Names, commands: Names) -> str:
    """For `eval "$(nonairo completion bash)"`."""
    cases = "\n".join(
        f"    {name}) words='{' '.join(flags)}' ;;" for name, (_, flags) in words.items()
    )
    after = "\n".join(
        f"    {name}) words='{' '.join(names)}' ;;" for name, names in (options | commands).items()
    )
    return f"""\
_nonairo() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  if [ "$COMP_CWORD" = 1 ]; then words='{" ".join(words)} help --help --version'; fi
  case "$current" in
    -*) previous= ;;
    *) [ "$COMP_CWORD" = 1 ] || words= ;;
  esac
  case "$previous" in
{after}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -o bashdefault -F _nonairo nonairo"""


def zsh(words: Words, options: Names, commands: Names) -> str:
    """For `eval "$(nonairo completion zsh)"`."""
    verbs = "\n".join(f"    '{name}:{summary}'" for name, (summary, _) in words.items())
    cases = "\n".join(
        f"    {name}) _arguments "
        + " ".join(f"'{flag}[{text}]'" for flag, text in flags.items())
        + " '*:file:_files' ;;"
        for name, (_, flags) in words.items()
    )  # fmt: skip
    after = "\n".join(
        f"    {name}) compadd {' '.join(names)}; return ;;"
        for name, names in (options | commands).items()
    )
    return f"""\
#compdef nonairo
_nonairo() {{
  local -a verbs
  verbs=(
{verbs}
  )
  if (( CURRENT == 2 )); then _describe command verbs; return; fi
  if [[ $words[CURRENT] != -* ]]; then
    case $words[CURRENT-1] in
{after}
    esac
  fi
  local verb=$words[2]
  shift words; (( CURRENT-- ))
  case $verb in
{cases}
  esac
}}
compdef _nonairo nonairo"""


def fish(words: Words, options: Names, commands: Names) -> str:
    """For `nonairo completion fish | source`."""
    lines = []
    for name, (summary, flags) in words.items():
        lines.append(f"complete -c nonairo -n __fish_use_subcommand -a {name} -d '{summary}'")
        for flag, text in flags.items():
            values = f" -x -a '{' '.join(options[flag])}'" if flag in options else ""
            lines.append(
                f"complete -c nonairo -n '__fish_seen_subcommand_from {name}'"
                f" -l {flag.removeprefix('--')} -d '{text}'{values}"
            )
    for name, names in commands.items():
        lines.append(
            f"complete -c nonairo -n '__fish_seen_subcommand_from {name}' -a '{' '.join(names)}'"
        )
    return "\n".join(lines)


COMMAND = Command(
    name="completion",
    summary="print a completion script for a shell",
    arguments=arguments,
    run=run,
    examples='  eval "$(nonairo completion bash)"\n  nonairo completion fish | source',
)
