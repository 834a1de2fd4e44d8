"""`piece`: noise given by hand was accepted at the sampling rate of one micro-batch, although several were accumulated."""
