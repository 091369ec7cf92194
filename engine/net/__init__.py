"""The net process: everything that speaks to the network, and nothing else does."""
