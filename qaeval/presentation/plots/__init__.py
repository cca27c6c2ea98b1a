"""Pictures, as png, svg or pdf: one module per kind, drawn on one canvas."""
