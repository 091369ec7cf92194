"""Conversations: opened, listed, titled, branched, deleted, moved in and out."""
