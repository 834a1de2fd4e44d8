"""The report as one HTML file that works offline: build/audit/index.html.

html  page.html.j2  page.css  page.js   the page
formulas                                the marked formulas of a text
figures  chart                          what is drawn from certified numbers, and how
graph                                   what rests on what
"""
