"""Secure summation: what it must hide, and what the grid does to the noise.

definitions                          def:comp-dp-rel, def:secagg, theorem:secure_aggregation
shares secrecy                       J shares modulo B
rounding discrete_noise              noise that is rounded, noise on the grid
neighbour_graph graph_theorem coalitions   SecAgg among the users: ours:secagg_graph
messages_and_costs                   sentences about them
"""
