/* The rows of menus, and of abilities that wait for the end of a block: which one is meant, and how
   they are offered; as in `runtime/question_handling.py` and `at_once.py`. */

/* The option itself or, if the player can't see its thing, a random one of those that look the
   same. */
static int64_t cw_drawn_row(cw_game *g, int64_t *f, const cw_point *p, int64_t value,
                            int64_t player) {
  if (value < 0 || value >= p->row_count) return value;
  const cw_row *row = &p->rows[value];
  if (!cw_is_on_unseen(g, row, player)) return value;
  int64_t args[GIVEN] = {player};
  cw_set all;
  if (p->kind == TRIGGER) all = cw_next_rows(g, f, p);
  else cw_given(g, f, p, args), all = cw_rows(g, p, args);
  cw_item *same = cw_scratch(g, all.n);
  int32_t n = 0;
  for (int32_t i = 0; i < all.n && !g->w->error; i++) {
    const cw_row *other = &p->rows[all.at[i]];
    int listed = 0;
    for (int32_t j = 0; j < n; j++) listed |= p->rows[same[j]].this == other->this;
    if (!listed && cw_is_on_unseen(g, other, player) && !cw_compare_unseen(g, other, row, player))
      same[n++] = all.at[i];
  }
  return n ? cw_at_random(g, (cw_set){same, n}) : value;
}

/* Offers a menu's options, and *pass* if that is possible. */
static int cw_open(cw_game *g, int64_t *f, int32_t number) {
  const cw_point *p = &POINT[number];
  int64_t args[GIVEN] = {p->chooser(g, f)}, there = 1;
  if (!args[0]) { f[0] = p->done; return 0; }
  cw_given(g, f, p, args);
  for (int32_t i = 0; i < p->need_count && there; i++) there = p->needs[i](g, f);
  cw_set rows = {0, 0};
  if (there && !g->w->error) rows = cw_rows(g, p, args);
  if (!rows.n && !p->always) { f[0] = p->passed; return 0; }
  if (HIDES && !g->w->error) rows = cw_in_public_order(g, p, rows, args[0]);
  if (rows.n == 1 && !p->can_pass) {
    cw_picked(g, f, p, cw_drawn_row(g, f, p, rows.at[0], args[0]), args[0]);
    return 0;
  }
  return cw_ask(g, args[0], number, rows, p->can_pass);
}

/* Runs the abilities that waited for the end of a block; asks for the order if a player decides it. */
static int cw_next_trigger(cw_game *g, int64_t *f, int32_t number) {
  const cw_point *p = &POINT[number];
  cw_set rows = cw_next_rows(g, f, p);
  if (!rows.n) { f[0] = p->done; return 0; }
  int64_t player = rows.n > 1 ? p->chooser(g, f) : 0;
  if (!player || cw_automaton(player)) { cw_run_row(g, f, p, rows.at[0]); return 0; }
  if (HIDES) rows = cw_in_public_order(g, p, rows, player);
  if (rows.n == 1) { cw_run_row(g, f, p, cw_drawn_row(g, f, p, rows.at[0], player)); return 0; }
  return cw_ask(g, player, number, rows, 0);
}
