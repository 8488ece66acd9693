"""`check` again after a change of some texts, for long-running processes: editors and the studio.

Most changes are to texts in the effect language, which leave the declarations of packs as they are.
Then only the changed texts (found by `edits`) are checked again; all other results stay valid, with
moved positions (`positions`). After any other change, and after a change that can't be followed
(`Stale`), the game is read and checked anew. The report is the same in both cases;
docs/decisions/0028 has reasons and figures.
"""
