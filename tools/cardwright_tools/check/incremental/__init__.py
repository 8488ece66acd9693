"""`check` again after a change of some texts, for long-running processes: editors and the studio.

Follows changes of texts (`edits`), of values (`changed_things`) and of items in lists (`items`); in
a large game, of single cards (`cards`) and of the rest (`large_game`). Results for what has not
changed stay valid, at moved positions (`positions`). If a change can't be followed (`Stale`),
everything is checked from scratch. The report is the same in both cases; docs/decisions/0028 has
reasons and figures.
"""
