"""Recorded runs (measured/*.json) and the directions that they show.

estimates runs                       means with intervals; how a direction is judged, and asked of several data sets
directions honest_users              the sentences that runs confirm or contradict
"""
