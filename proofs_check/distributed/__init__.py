"""Noise of many users in one sum: cor:ampl_avg, thm:sqrtgauss, thm:distributed_blindavg.

average_theorem noise_theorem blindavg_theorem   what one record moves, the noise in the sum, privacy with dropouts
two_classes                                      one release for two classes
text_theorems                                    theorems of the box, the text and the captions
weights noise_split                              leaves of these theorems, printed lines, counterexamples
honest_users_printed simulation                  printed lines, dropouts, from the ideal sum to the protocol
growth_in_users noise_in_the_text                orders and sentences
"""
