"""What staff see and do: the admin site and its audit log."""
