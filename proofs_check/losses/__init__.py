"""A loss file judged: constants, claims, the instance of Theorem R, neighbours that come close.

suprema        the largest slope and curvature: exact candidates, z3 for all margins, balls for exp and log
instances      the theorem of this loss: ours:any_loss with its premises about the slope met
claims         what the author says: proved, loose, refuted with exact numbers, or undecided
neighbours     datasets that differ in one record, trained in balls
judged         all of it; proved constants for `certify` and `train`; assert_bound for other people's tests
"""
