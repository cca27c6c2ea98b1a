"""The functions of Python users: scores from and to data frames, and every step by keywords."""
