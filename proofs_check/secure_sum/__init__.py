"""Secure summation: what it must hide, and what the grid does to the noise.

definitions                          def:comp-dp-rel, def:secagg, theorem:secure_aggregation
shares_theorem secrecy_theorem       J shares modulo B: the sum, and secrecy, composed
shares secrecy                       attacks, and secrecy counted out
grid_theorem discrete_noise rounding ours:discrete_noise, composed; the analysis of its leaves; noise that is rounded
discrete_theorem certified_on_grid   BlindAvg with discrete noise; the theorem behind a certificate for each learner
neighbour_graph graph_theorem coalitions   SecAgg among the users: ours:secagg_graph
messages_and_costs                   sentences about them
"""
