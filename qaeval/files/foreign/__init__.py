"""Other tools' results per question: one module per tool."""
