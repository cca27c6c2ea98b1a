"""``python -m fuzz`` is ``make fuzz``."""

from fuzz.run import main

if __name__ == "__main__":
    main()
