"""The command line. Nothing but `main` is imported until a command is known, so that every command starts quickly."""


def main() -> None:
    from kronrat.cli.app import app

    app(prog_name="kronrat")
