"""Noise of many users in one sum: cor:ampl_avg, thm:sqrtgauss, thm:distributed_blindavg.

average_theorem noise_theorem blindavg_theorem   what one record moves, the noise in the sum, privacy with dropouts
learners_theorem                                 the whole chain for both learners, as one theorem each
weights upscaling noise_split two_classes        the same by checks; one release for two classes
honest_users honest_users_printed dropouts       honest noise, the printed lines, who leaves
simulation                                       from the ideal sum to the protocol
growth_in_users noise_in_the_text                orders and sentences
"""
