"""What a process of ours can no longer do once it has read what somebody else has written."""
