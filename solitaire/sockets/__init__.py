"""What all websockets share: the connection, who may open one, how fast, and hints between processes."""
