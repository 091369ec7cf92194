"""What is seen and touched: Qt only."""
