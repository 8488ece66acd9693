"""`check` again after a change of some texts, for long-running processes: editors and the studio.

Follows changes of single cards (`cards`) and of all else (`followed_game`), such as those of texts
(`edits`) and of values (`changed_things`). Results for what has not changed stay valid, at moved
positions (`positions`). If a change can't be followed (`Stale`), everything is checked from
scratch. The report is the same in both cases; docs/decisions/0028 has reasons and figures.
"""
