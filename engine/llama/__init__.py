"""The only package that imports llama_cpp: validated functions over its C API."""
