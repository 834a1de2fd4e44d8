"""Experiments of `blindavg experiment`: each measures numbers and draws them; numbers and pictures are stored side by side."""
