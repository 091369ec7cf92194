"""Between text and tokens: templates, prompts, detokenization, stop strings."""
