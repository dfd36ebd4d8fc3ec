"""`nonairo completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command

PLAIN = str.maketrans({"'": "", ":": ",", "[": "(", "]": ")"})  # what all three shells can quote
SHELLS = ("bash", "zsh", "fish")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="which shell")


def vocabulary() -> dict[str, tuple[str, dict[str, str]]]:
    """For each command its summary, and its options with their help."""
    from nonairo.cli import COMMANDS

    words = {}
    for command in COMMANDS.values():
        parser = argparse.ArgumentParser()
        command.arguments(parser)
        flags = {
            flag: (action.help or "").translate(PLAIN)
            for action in parser._actions
            for flag in action.option_strings
            if flag.startswith("--")
        }
        words[command.name] = command.summary, flags
    return words


def run(options: argparse.Namespace) -> int:
    from nonairo.engines import ENGINES

    script = {"bash": bash, "zsh": zsh, "fish": fish}[options.shell]
    print(script(vocabulary(), list(ENGINES)))
    return ANSWERED


def bash(words: dict[str, tuple[str, dict[str, str]]], engines: list[str]) -> str:
    """For `eval "$(nonairo completion bash)"`."""
    cases = "\n".join(
        f"    {name}) words='{' '.join(flags)}' ;;" for name, (_, flags) in words.items()
    )
    return f"""\
_nonairo() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  if [ "$COMP_CWORD" = 1 ]; then words='{" ".join(words)} --help --version'; fi
  if [ "$previous" = --engine ]; then words='{" ".join(engines)}'; fi
  if [ "$previous" = completion ]; then words='{" ".join(SHELLS)}'; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -o bashdefault -F _nonairo nonairo"""


def zsh(words: dict[str, tuple[str, dict[str, str]]], engines: list[str]) -> str:
    """For `eval "$(nonairo completion zsh)"`."""
    verbs = "\n".join(f"    '{name}:{summary}'" for name, (summary, _) in words.items())
    cases = "\n".join(
        f"    {name}) _arguments "
        + " ".join(f"'{flag}[{text}]'" for flag, text in flags.items())
        + " '*:file:_files' ;;"
        for name, (_, flags) in words.items()
    )  # fmt: skip
    return f"""\
#compdef nonairo
_nonairo() {{
  local -a verbs
  verbs=(
{verbs}
  )
  if (( CURRENT == 2 )); then _describe command verbs; return; fi
  if [[ $words[CURRENT-1] == --engine ]]; then compadd {" ".join(engines)}; return; fi
  local verb=$words[2]
  shift words; (( CURRENT-- ))
  case $verb in
{cases}
  esac
}}
compdef _nonairo nonairo"""


def fish(words: dict[str, tuple[str, dict[str, str]]], engines: list[str]) -> str:
    """For `nonairo completion fish | source`."""
    lines = []
    for name, (summary, flags) in words.items():
        lines.append(f"complete -c nonairo -n __fish_use_subcommand -a {name} -d '{summary}'")
        for flag, text in flags.items():
            values = f" -x -a '{' '.join(engines)}'" if flag == "--engine" else ""
            lines.append(
                f"complete -c nonairo -n '__fish_seen_subcommand_from {name}'"
                f" -l {flag.removeprefix('--')} -d '{text}'{values}"
            )
    return "\n".join(lines)


COMMAND = Command(
    name="completion",
    summary="print a completion script for a shell",
    arguments=arguments,
    run=run,
    examples='  eval "$(nonairo completion bash)"\n  nonairo completion fish | source',
)
