#!/usr/bin/env python3
"""rename.py FROM TO: a CUDA program under MUSA's names."""
import pathlib
import sys

source, target = map(pathlib.Path, sys.argv[1:])
target.write_text(source.read_text().replace("cuda", "musa"))
