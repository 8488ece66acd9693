/* The answers that rules give for a player who is not asked, as in `runtime/automaton.py`. */

/* The name of an answer at a menu or a branch; -1 if answers have no names. */
static int32_t cw_name_of(const cw_point *p, int64_t value) {
  if (p->kind == BRANCH) return p->names[value];
  return p->kind == MENU || p->kind == TRIGGER ? p->rows[value].name : -1;
}

static int64_t cw_pass(const cw_game *g) {
  for (int32_t i = 0; i < g->count; i++) if (g->answers[i] == DONE) return i;
  return -1;
}

/* The first of these names that is offered; if none is, a menu is passed. -1 if there is no answer. */
static int64_t cw_preferred(cw_game *g, const cw_point *p, cw_set names, cw_set open) {
  for (int32_t i = 0; i < names.n; i++) {
    int32_t name = names.at[i];
    for (int32_t j = 0; j < open.n; j++)
      if (cw_name_of(p, g->answers[open.at[j]]) == name) return open.at[j];
    if (name == NAME_FIRST) return open.at[0];
    if (name == NAME_LAST) return open.at[open.n - 1];
    if (name == NAME_PASS && cw_pass(g) >= 0) break;
  }
  return cw_pass(g);
}

static int64_t cw_best(cw_game *g, const cw_answers *row, int64_t player, cw_set open) {
  cw_item *left = (cw_item *)cw_copied(g, open).at;
  int32_t n = open.n;
  for (int32_t k = 0; k < row->key_count && n > 1; k++) {
    int64_t most = 0;
    int32_t kept = 0;
    for (int32_t i = 0; i < n; i++) {
      int64_t args[] = {player, g->answers[left[i]]}, rated = row->signs[k] * row->keys[k](g, args);
      if (!i || rated > most) { most = rated; kept = 0; }
      if (rated == most) left[kept++] = left[i];
    }
    n = kept;
  }
  return left[0];
}

/* The index of an automaton's answer. */
static int64_t cw_automatic(cw_game *g) {
  const cw_point *p = &POINT[g->point];
  int32_t at = ANSWER_ROW[AUTOMATON[g->asked]][g->point];
  if (at < 0) return cw_fail(g, CW_NO_ANSWER);
  const cw_answers *row = &AUTOMATIC[at];
  cw_item *indexes = cw_scratch(g, g->count);
  int32_t n = 0;
  for (int32_t i = 0; i < g->count; i++) if (g->answers[i] != DONE) indexes[n++] = i;
  cw_set open = {indexes, n};
  int64_t found, args[] = {g->asked};
  if (!cw_spend(g, n * row->weight)) return 0;
  if (!n) return g->count - 1;
  if (row->random) found = open.at[cw_below(&g->rng, n)];
  else if (row->test) found = cw_preferred(g, p, row->test(g, args) ? NAMES_YES : NAMES_NO, open);
  else if (row->key_count) found = cw_best(g, row, g->asked, open);
  else found = cw_preferred(g, p, row->names, open);
  return found < 0 ? cw_fail(g, CW_NO_ANSWER) : found;
}
