"""The tiers of what is kept beside the slots."""
