"""What BlindAvg is compared with: gradient averaging by DP-SGD, SVMs at their optimum, objective perturbation, class means."""
