"""`piece`: a run was accounted for as the one Gaussian that it tends to, which underestimates its tails."""
