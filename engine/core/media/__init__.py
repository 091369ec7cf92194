"""Pictures and sounds of prompts: encoded once, concurrently with the steps."""
