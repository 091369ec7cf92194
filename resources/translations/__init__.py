"""The window's words in other languages, and the script that gathers and compiles them."""
