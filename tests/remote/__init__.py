"""Real servers of others, and the same chat on each: ``python -m tests.remote NAME``. Not in CI."""
