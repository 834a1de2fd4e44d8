"""`piece`: the scale of the Gaussian noise was squared before it was used."""
