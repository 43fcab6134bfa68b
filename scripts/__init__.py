"""Commands for developers. `just --list` names them."""
