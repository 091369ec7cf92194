"""The only room that imports llama_cpp: a validated facade over its C functions."""
