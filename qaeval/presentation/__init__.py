"""Numbers become text, pictures and pages."""
