"""One question asked in many ways, or many in one: what to ask, and what was answered."""
