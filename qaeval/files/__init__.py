"""Files in and out: the only place that knows a text format or a line number."""
