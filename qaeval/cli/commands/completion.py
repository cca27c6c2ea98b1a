"""``qaeval completion``: the line that teaches a shell to complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from qaeval.cli import group
from qaeval.cli.options import OUTPUT, emit

EPILOG = """\b
Examples:
  qaeval completion bash > ~/.local/share/bash-completion/completions/qaeval
  qaeval completion zsh > ~/.zfunc/_qaeval
  qaeval completion fish > ~/.config/fish/completions/qaeval.fish
"""


@click.command("completion", epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@OUTPUT
def command(shell: str, output: str | None) -> None:
    """Print the completion script for a shell.

    Commands, options and measure names complete once the shell has read it.
    """
    template = get_completion_class(shell)
    assert template is not None
    script = template(group, {}, "qaeval", "_QAEVAL_COMPLETE")
    emit(script.source_template % script.source_vars() + "\n", output)
