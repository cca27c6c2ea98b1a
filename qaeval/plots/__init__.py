"""Pictures, as png, svg or pdf: one module per kind; canvas.py alone imports matplotlib."""
