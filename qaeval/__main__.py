"""The program as it is started: ``qaeval``, and ``python -m qaeval``."""

from __future__ import annotations

import atexit
import gc
import os
import sys

# Objects made between two looks for what nobody refers to any more; Python's own number, 700,
# makes for many looks while modules are loaded, which find nothing.
_BETWEEN_LOOKS = 50_000

_INTERRUPTED = 130  # as in qaeval.cli, which is not loaded yet


def run() -> None:
    """Load the program and run it; an interrupt is in order from the first line to the last.

    At the end all memory goes back at once, not object by object.
    """
    gc.set_threshold(_BETWEEN_LOOKS)
    code: object = None

    def leave() -> None:
        if isinstance(code, int) and _is_all_out():
            os._exit(code)

    atexit.register(leave)  # first, and so the last to be called
    try:
        from qaeval.cli import main  # what takes time comes after the interrupt is awaited

        main()
    except KeyboardInterrupt:
        code = _INTERRUPTED
        sys.exit(code)
    except SystemExit as stop:
        code = stop.code
        raise
    finally:
        import signal

        # Python's own ending would show a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _is_all_out() -> bool:
    """Whether nothing is left in the streams; what cannot be written is for Python to tell."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    run()
