"""Stand-ins, written by hand, for what a test cannot or need not run."""
