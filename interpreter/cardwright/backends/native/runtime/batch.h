/* Many games at the same time, with the numbers that learning programs read from each. */

enum { IS_OVER = 1, GAVE_UP = 255, TRIED = 100 }; /* TRIED: games that ask nobody */

static cw_game *cw_game_at(const cw_batch *m, int64_t i) {
  return (cw_game *)(m->games + i * m->stride);
}

static int32_t cw_asked_index(const cw_game *g) {
  for (int32_t i = 0; i < cw_players(); i++) if (PLAYERS[i] == g->asked) return i;
  return -1;
}

static void cw_tell_legal(const cw_batch *m, int64_t i, const cw_game *g) {
  uint8_t *mask = m->mask ? m->mask + i * ACTIONS : 0;
  int32_t *legal = m->legal ? m->legal + i * m->widest : 0;
  if (mask) memset(mask, 0, ACTIONS);
  for (int64_t at = 0; at < cw_count(g); at++) {
    int64_t action = cw_action(g, at);
    if (mask && action >= 0 && action < ACTIONS) mask[action] = 1;
    if (legal && at < m->widest) legal[at] = (int32_t)action;
  }
}

static void cw_tell(const cw_batch *m, int64_t i) {
  const cw_game *g = cw_game_at(m, i);
  m->asked[i] = cw_asked_index(g);
  m->point[i] = (int32_t)cw_point_of(g);
  m->counts[i] = (int32_t)cw_count(g);
  if (!g->asked) return; /* a position that could not go on is undefined */
  if (m->mask || m->legal) cw_tell_legal(m, i, g);
  if (m->observed) cw_observe(g, g->asked, m->observed + i * OBSERVED);
}

/* Starts a game that asks somebody; a game that is over immediately is skipped. A game that can't
   begin here asks nobody. */
static void cw_start_anew(const cw_batch *m, cw_work *w, int64_t i) {
  cw_game *g = cw_game_at(m, i);
  for (int tried = 0; tried < TRIED; tried++) {
    int error = cw_new(g, w, m->seeds[i]);
    if (error) g->asked = 0;
    if (error || g->asked) return;
    m->seeds[i] += (uint64_t)m->count;
  }
}

void cw_batch_start(const cw_batch *m, cw_work *w, int64_t from, int64_t to) {
  for (int64_t i = from; i < to; i++) {
    cw_start_anew(m, w, i);
    cw_tell(m, i);
  }
}

int64_t cw_batch_illegal(const cw_batch *m, int64_t from, int64_t to) {
  for (int64_t i = from; i < to; i++)
    if (cw_game_at(m, i)->asked && cw_index_of(cw_game_at(m, i), m->actions[i]) < 0) return i;
  return -1;
}

/* Writes how a game has ended, and begins another one. A game that can't go on here stays as it is,
   and asks nobody. */
static void cw_batch_end(const cw_batch *m, cw_work *w, int64_t i, int error) {
  cw_game *g = cw_game_at(m, i);
  m->ended[i] = error ? GAVE_UP : IS_OVER;
  if (error) {
    g->asked = 0;
    return;
  }
  cw_rewards(g, w, m->rewards + i * cw_players());
  m->seeds[i] += (uint64_t)m->count;
  cw_start_anew(m, w, i);
}

void cw_batch_step(const cw_batch *m, cw_work *w, int64_t from, int64_t to) {
  int64_t players = cw_players();
  memset(m->rewards + from * players, 0, (size_t)((to - from) * players) * sizeof *m->rewards);
  memset(m->ended + from, 0, (size_t)(to - from));
  for (int64_t i = from; i < to; i++) {
    cw_game *g = cw_game_at(m, i);
    if (!g->asked) continue;
    int error = cw_apply(g, w, cw_index_of(g, m->actions[i]));
    if (error || g->over) cw_batch_end(m, w, i, error);
    cw_tell(m, i);
  }
}
