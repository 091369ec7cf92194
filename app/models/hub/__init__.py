"""The hub that models come from: search, repositories, headers. Runs in the net process."""
