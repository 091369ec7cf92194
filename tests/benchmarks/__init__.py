"""Benchmarks: each prints a table, takes ``--json FILE`` and ``--quick``; never run by CI."""
