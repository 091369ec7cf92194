"""The net process: the only code that accesses the network."""
