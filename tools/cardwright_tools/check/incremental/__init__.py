"""`check` again after a change of some texts, for processes that stay: editors and the studio.

Most changes are of texts in the effect language: what packs declare stays the same. Then only what
the changed texts say is checked again (`edits` finds them), and all else is what it was, at places
that have moved (`positions`). After any other change the game is read and checked anew, as it is
after a change that this can't follow (`Stale`). The report is the same in both cases;
docs/decisions/0028 has reasons and figures.
"""
