"""The command line: play, replay, rules. Each command is a file; `app` puts them together."""

import sys


def main() -> None:
    """Run the command `ordago` with the arguments of this process."""
    from ordago.cli.app import run

    run(sys.argv[1:])
