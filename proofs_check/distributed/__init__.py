"""Noise of many users in one sum: cor:ampl_avg, thm:sqrtgauss, thm:distributed_blindavg.

weights upscaling                    what one record moves in the average
noise_split honest_users dropouts    the noise in the sum, of honest users, after dropouts
honest_users_printed simulation      the printed lines, from the ideal sum to the protocol
two_classes                          one release is enough
growth_in_users noise_in_the_text    orders and sentences
*_theorem                            average, noise, blindavg, learners: the theorems, composed
"""
