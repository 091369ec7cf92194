"""Tests of the embeddings of pictures and sounds."""
