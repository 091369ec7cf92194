"""Tests of what speaks to the network, against real servers of this computer."""
