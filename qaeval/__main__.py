"""``python -m qaeval`` is the command ``qaeval``."""

from qaeval.cli import main

if __name__ == "__main__":
    main()
