"""A model grades all answers and people some: values, tests, and whether the model is any good."""
