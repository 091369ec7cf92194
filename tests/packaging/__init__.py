"""What packages are made with, tried as far as it goes without making one."""
