"""What is kept of conversations that hold no slot."""
