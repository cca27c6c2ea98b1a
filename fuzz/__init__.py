"""Broken files and odd options for every command, and what must hold whatever comes."""
