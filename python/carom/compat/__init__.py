"""Drop-ins for other packages: the same names and arguments, carom's answers."""
