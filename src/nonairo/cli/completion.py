"""`nonairo completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.summaries import SUMMARIES

PLAIN = str.maketrans({"'": "", ":": ",", "[": "(", "]": ")"})  # what all three shells can quote
SHELLS = ("bash", "zsh", "fish")

Words = dict[str, tuple[str, dict[str, tuple[str, bool]]]]
Names = dict[str, list[str]]


def arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell to write the script for")


def vocabulary() -> Words:
    """For each command its summary, and its options with their help and whether a value follows."""
    return {
        name: (
            SUMMARIES[name].translate(PLAIN),
            {
                flag: ((action.help or "").translate(PLAIN), action.nargs != 0)
                for action in actions
                for flag in action.option_strings
                if flag.startswith("--")
            },
        )
        for name, actions in _actions().items()
    }


def _actions() -> dict[str, list[argparse.Action]]:
    """The arguments of each command."""
    from nonairo.cli import COMMANDS

    found = {}
    for command in COMMANDS.values():
        parser = Parser()
        command.arguments(parser)
        parser.colours()
        found[command.name] = parser._actions
    return found


def named() -> tuple[Names, Names]:
    """The names that options take (`draw --to` only there), and those that commands take."""
    from nonairo.bench import TABLES
    from nonairo.cli import COMMANDS
    from nonairo.engines import ENGINES
    from nonairo.formats import FORMATS
    from nonairo.kinds import KINDS
    from nonairo.techniques import TECHNIQUES

    formats = FORMATS.values()
    options = {
        "--engine": list(ENGINES),
        "--engines": list(ENGINES),
        "--format": [format.name for format in formats if format.read],
        "--to": [format.name for format in formats if format.write],
    }
    for name, actions in _actions().items():
        for action in actions:
            values = list(map(str, action.choices or ()))
            for flag in action.option_strings if values else ():
                if options.setdefault(flag, values) != values:
                    options[f"{name} {flag}"] = values
    commands = {
        "techniques": list(TECHNIQUES),
        "generate": list(KINDS),
        "bench": list(TABLES),
        "help": list(COMMANDS),
        "completion": list(SHELLS),
    }
    return options, commands


def _before(options: Names, commands: Names, any_command: str) -> list[tuple[str, list[str]]]:
    """What stands before a name, command and word, and the names; the closest first."""
    places = [(key, names) for key, names in options.items() if " " in key]
    places += [(f"{key} {key}", names) for key, names in commands.items()]
    places += [(f"{any_command} {key}", names) for key, names in options.items() if " " not in key]
    return [(place.replace(" ", "\\ "), names) for place, names in places]


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
        f"    {place}) words='{' '.join(names)}' ;;"
        for place, names in _before(options, commands, "*")
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
  case "${{COMP_WORDS[1]}} $previous" in
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
        + " ".join(f"'{flag}[{text}]'" for flag, (text, _) in flags.items())
        + " '*:file:_files' ;;"
        for name, (_, flags) in words.items()
    )  # fmt: skip
    after = "\n".join(
        f"    {place}) compadd {' '.join(names)}; return ;;"
        for place, names in _before(options, commands, "*")
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
    case "$words[2] $words[CURRENT-1]" in
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
        lines.append(f"complete -c nonairo -n __fish_use_subcommand -f -a {name} -d '{summary}'")
        for flag, (text, has_value) in flags.items():
            names = options.get(f"{name} {flag}", options.get(flag))
            values = f" -x -a '{' '.join(names)}'" if names else " -r" * has_value
            lines.append(
                f"complete -c nonairo -n '__fish_seen_subcommand_from {name}'"
                f" -l {flag.removeprefix('--')} -d '{text}'{values}"
            )
    for name, names in commands.items():
        first = f"__fish_seen_subcommand_from {name}; and test (count (commandline -opc)) -eq 2"
        lines.append(f"complete -c nonairo -n '{first}' -f -a '{' '.join(names)}'")
    return "\n".join(lines)


COMMAND = Command(
    name="completion",
    arguments=arguments,
    run=run,
    examples='  eval "$(nonairo completion bash)"\n  nonairo completion fish | source',
)
