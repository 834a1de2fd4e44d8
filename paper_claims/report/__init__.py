"""What an audit, a probe or a certificate looks like.

files junit baseline                 audit.json, AUDIT.md and index.html, test cases, what changed since an earlier audit
markdown terminal page               for readers of text, of a terminal, of a browser
theorems                             theorems of the logic as text
certificate probe loss               the answers of `certify`, `probe` and `loss`
"""
