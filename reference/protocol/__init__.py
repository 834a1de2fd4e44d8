"""BlindAvg (alg:dist_blindavg): train alone, add noise once, upload once, sum.

agreement               what users and servers agree on beforehand
blindavg                the user's and the server's step
noise  noise_vectors    Gaussian floats for experiments; exact discrete Gaussian, one by one and in vectors
"""
