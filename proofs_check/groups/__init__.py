"""More than one record at a time.

scaled_gaussians group_privacy       lem:group_privacy, cor:group_privacy
user_level                           cor:userlevel_sens
group_theorem                        groups and whole users, composed
heatmap_rescaling                    fig:exp_heatmap
group_theorem                        groups and whole users in BlindAvg, composed
"""
