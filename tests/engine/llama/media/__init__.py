"""Tests of the projectors, and of pictures in the KV cache."""
