"""`cardwright studio`: a page on which a pack is written, checked and played.

`workshop` has the pack's files, `table` a game in play, `server` speaks with browsers; what is in
`static` is sent to them and comes from nowhere else.
"""
