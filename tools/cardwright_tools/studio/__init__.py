"""`cardwright studio`: a page on which a pack is written, checked and played.

`run` starts it, `server` lets browsers in, `state` has the games and the keys; `author_requests`
and `seat_requests` handle requests. `edited_pack` is a pack, with its `files`; `table` is a game,
with its `history`; `games` sends browsers what `game_messages` and `explanations` make of it.
Everything in `static` is sent to browsers, and nothing comes from elsewhere.
"""
