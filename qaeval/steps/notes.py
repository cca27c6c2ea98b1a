"""What is no error but worth knowing."""

from __future__ import annotations


class Notes:
    """Messages that are kept until the work is done, so that an error stands alone."""

    def __init__(self, verbose: bool = False) -> None:
        self.messages: list[str] = []
        self.verbose = verbose

    def add(self, message: str) -> None:
        """Keep a message."""
        self.messages.append(message)

    def detail(self, message: str) -> None:
        """Keep a message that only -v asks for: what is read, and what is left out."""
        if self.verbose:
            self.messages.append(message)
