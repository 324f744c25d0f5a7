"""`python -m kronrat` is the command `kronrat`."""

from kronrat.cli import main

if __name__ == "__main__":
    main()
