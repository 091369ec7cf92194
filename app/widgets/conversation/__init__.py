"""One conversation: its transcript, its composer and what stands between."""
