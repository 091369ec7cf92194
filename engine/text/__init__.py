"""Between text and tokens: templates, prompts, pieces, stop strings."""
