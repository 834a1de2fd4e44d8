"""`piece`: the noises of several users were added as deviations, where variances add up."""
