"""`cardwright studio`: a page on which a pack is written, checked and played.

`run` starts it, `server` lets browsers in, `state` has the games and whose key is whose, `author`
and `seats` do what is asked. A pack is in `workshop`, over its `files`; a game is a `table` with a
`history`, `games` tells browsers of it what `showing` and `reasons` make of it. What is in `static`
is sent to browsers and comes from nowhere else.
"""
