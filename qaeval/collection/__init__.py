"""What an evaluation is made of: runs, responses, keys and questions, as columns."""
