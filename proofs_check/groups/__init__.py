"""More than one record at a time.

density_theorem scaled_gaussians     lem:group_privacy, composed, and its printed steps
group_privacy user_level             cor:group_privacy, cor:userlevel_sens
heatmap_rescaling                    fig:exp_heatmap
group_theorem                        groups and whole users in BlindAvg, composed
runs_theorem certified_theorem       what a certificate takes from a learner, and the theorem behind it for each level
"""
