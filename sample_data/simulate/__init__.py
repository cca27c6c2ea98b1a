"""The models behind sample_data/: one module per collection, none of which knows the evaluator."""
