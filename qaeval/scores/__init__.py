"""The score table, on which everything after `score` rests: scoring and ranking."""
