"""What scores mean: numbers become numbers."""
