"""The engine panel: who sits in which slot, and what the steps cost."""
