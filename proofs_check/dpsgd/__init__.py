"""DP-SGD, as the baselines use it.

steps pairs                          one step, and why no neighbours do worse (ours:subsampled_pairs)
contour_errors contour_lines         error terms of the contour engine
lattice_errors                       error terms of the lattice engine
errors_theorem                       what of all this is arithmetic, composed
baselines                            the paper's accounting of its baselines
"""
