"""`piece`: a copied test of the noise's shape kept the old statistic, which is 0 for every symmetric noise."""
