"""What commands and the functions of Python share: from scores to a result that shows itself."""
