"""The command ``qaeval``, which is ``python -m qaeval`` too."""

import sys

_INTERRUPTED = 130  # as in qaeval.cli, which is not loaded yet


def run() -> None:
    """Load the program and run it; an interrupt is in order from the first line to the last."""
    try:
        from qaeval.cli import main  # what takes time comes after the interrupt is awaited

        main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    finally:
        import signal

        # Python's own ending would show a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    run()
