"""One module per command: options in, calls, a table out."""
