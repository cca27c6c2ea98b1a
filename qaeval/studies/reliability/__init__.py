"""How far scores can be trusted: experiments that score question subsets again and again."""
