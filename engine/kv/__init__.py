"""What is kept of conversations beside their slot."""
