"""Repositories of the histories: one file per kind of content, one function per change."""
