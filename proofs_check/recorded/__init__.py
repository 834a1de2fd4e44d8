"""Recorded runs (measured/*.json) and the directions that they show.

estimates runs                       means with intervals; how a direction is judged
directions honest_users cifar10      the sentences that runs confirm or contradict; CIFAR-10
"""
