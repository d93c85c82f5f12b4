"""The benchmark of `make bench`: ratios, bytes and memory, each against its bound."""
