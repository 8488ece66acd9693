"""The style sheet of the pages of `cover`, for light and dark mode."""

STYLE = """
:root { color-scheme: light dark; --ink: #22262b; --paper: #fdfdfb; --line: #e3e3dd; --dim: #83878c;
  --link: #20558f; --covered: #dcf1de; --partly: #ffe9b0; --never: #ffd3cf; --bar: #4c9a5b; }
@media (prefers-color-scheme: dark) { :root { --ink: #dcdfe3; --paper: #16181b; --line: #2e3237;
  --dim: #868b92; --link: #8dbdf0; --covered: #1d3a24; --partly: #574413; --never: #63261f; } }
body { max-width: 76rem; margin: 2rem auto; padding: 0 1.2rem; color: var(--ink);
  background: var(--paper); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.35rem; font-weight: 600; margin: 0 0 .4rem; overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
.ran { color: var(--dim); margin-top: 0; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: right; padding: .22rem .6rem; font-variant-numeric: tabular-nums; }
th { color: var(--dim); font-weight: 500; }
td:first-child { text-align: left; overflow-wrap: break-word; } td:last-child { width: 9rem; }
tbody tr { border-top: 1px solid var(--line); } .total { font-weight: 600; }
.bar { display: block; height: .55rem; border-radius: .3rem; background: var(--never); }
.bar span { display: block; height: 100%; border-radius: .3rem; background: var(--bar); }
.filter { color: var(--dim); cursor: pointer; user-select: none; }
#left { accent-color: var(--link); margin: 0 .3rem 0 0; }
#left:checked ~ table .full, #left:checked ~ pre .line:not(.partly, .never) { display: none; }
pre { font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; border: 1px solid var(--line);
  border-radius: .5rem; padding: .6rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.line { display: block; padding: 0 1rem 0 6rem; text-indent: -6rem; scroll-margin-top: 2rem; }
.line > b { display: inline-block; box-sizing: border-box; width: 3.7rem; margin-right: .9rem;
  padding-right: .5rem; text-align: right; text-indent: 0; font-weight: 400; color: var(--dim);
  user-select: none; border-right: 3px solid transparent; }
.line.covered > b { border-color: var(--bar); } .line.partly > b { border-color: #d9a514; }
.line.never > b { border-color: #cc4a3e; } .line:target { outline: 2px solid var(--link); }
.line span.covered, .legend .covered { background: var(--covered); }
.line span.partly, .legend .partly { background: var(--partly); }
.line span.never, .legend .never { background: var(--never); }
.line span { border-radius: .15rem; } .legend span { padding: .1rem .5rem; border-radius: .3rem; }
.missing { padding-left: 1.2rem; } .missing code { font-size: .9em; overflow-wrap: anywhere; }
@media (max-width: 40rem) { body { margin: 1rem auto; padding: 0 .6rem; }
  th:last-child, td:last-child { display: none; } th, td { padding: .3rem .3rem; }
  td:first-child { overflow-wrap: anywhere; min-width: 8rem; } pre { font-size: 12px; }
  .line { padding-left: 4rem; text-indent: -4rem; padding-right: .4rem; }
  .line > b { width: 2.6rem; margin-right: .5rem; padding-right: .3rem; } }
"""
