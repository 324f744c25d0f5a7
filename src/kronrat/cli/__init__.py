"""The command line. Nothing but `main` is imported until a command is known, so that every command starts quickly."""

from importlib import import_module


def main() -> None:
    # By its name, so that whoever draws a table with a module of this package does not depend on all commands.
    import_module("kronrat.cli.app").app(prog_name="kronrat")
