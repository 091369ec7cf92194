"""Conversations as pages to keep and to print: HTML and PDF, written by a process of their own."""
