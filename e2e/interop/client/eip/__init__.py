"""An independent EIP Host, written from the specification alone."""
