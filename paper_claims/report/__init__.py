"""What an audit, a probe or a certificate looks like.

files                                audit.json, AUDIT.md and index.html, each whole or not there
markdown terminal page               for readers of text, of a terminal, of a browser
theorems                             theorems of the logic as text
certificate probe                    the answers of `certify` and `probe`
"""
