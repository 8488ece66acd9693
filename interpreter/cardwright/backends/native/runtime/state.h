/* What blocks do to the state: the counterpart of `runtime/game_state.py`. There is no log: to get
   it, the same answers are played in Python. */

static inline int cw_is_zone(int64_t place) {
  return place >= ZONE_FIRST && place < ZONE_FIRST + ZONES;
}

/* ------------------------------------------------------------------------------------ lists */

static void cw_take_out(cw_game *g, int32_t list, int64_t item) {
  cw_item *z = g->z + LIST_AT[list];
  int32_t i = 0;
  while (i < g->n[list] && z[i] != item) i++;
  if (i == g->n[list]) { cw_fail(g, CW_OVERFLOW); return; }
  memmove(z + i, z + i + 1, (size_t)(g->n[list] - i - 1) * sizeof(cw_item));
  g->n[list]--;
}

static void cw_put_in(cw_game *g, int32_t list, int64_t item, int64_t at) {
  if (g->n[list] >= LIST_CAPACITY[list]) { cw_fail(g, CW_OVERFLOW); return; }
  cw_item *z = g->z + LIST_AT[list];
  if (at < 0) at = cw_max(0, at + g->n[list]);
  at = cw_min(at, g->n[list]);
  memmove(z + at + 1, z + at, (size_t)(g->n[list] - at) * sizeof(cw_item));
  z[at] = (cw_item)item;
  g->n[list]++;
}

/* Inserts a thing, keeping the order of ids. */
static void cw_insert(cw_game *g, int32_t list, int64_t item) {
  const cw_item *z = g->z + LIST_AT[list];
  int32_t at = g->n[list];
  while (at && z[at - 1] > item) at--;
  cw_put_in(g, list, item, at);
}

/* The list, other than that of a zone, that contains a thing at this place; 0 if there is none. */
static inline int32_t cw_list_of(int64_t item, int64_t place) {
  if (!place) return 0;
  if (!cw_is_zone(place)) return PLACED;
  return item >= FIRST_EFFECT ? IN_EFFECT : 0;
}

/* ---------------------------------------------------------------------------------- effects */

static inline void cw_own(cw_game *g, int64_t item, int64_t player) {
  if (cw_is_thing(g, item)) g->s[OWNERS + item] = player;
}

static inline void cw_give(cw_game *g, int64_t item, int64_t player) {
  if (item) cw_own(g, item, player);
}

/* Moves a thing; 0 is its owner's supply. `at` is from 1, which is the top; 0 is the bottom. */
static void cw_move(cw_game *g, int64_t item, int64_t to, int64_t at) {
  if (!item || !cw_is_thing(g, item)) return;
  int64_t from = g->s[item];
  if (cw_is_zone(from) && cw_in(item, cw_list(g, from - ZONE_FIRST)))
    cw_take_out(g, (int32_t)(from - ZONE_FIRST), item);
  int32_t before = cw_list_of(item, from), after = cw_list_of(item, to);
  if (before != after) {
    if (before) cw_take_out(g, before, item);
    if (after) cw_insert(g, after, item);
  }
  g->s[item] = to;
  if (!cw_is_zone(to)) return;
  int32_t zone = (int32_t)(to - ZONE_FIRST);
  if (ZONE_ORDERED[zone]) cw_put_in(g, zone, item, at ? at - 1 : g->n[zone]);
  else cw_insert(g, zone, item);
  if (FOLLOWS_ZONE[item]) cw_own(g, item, ZONE_OWNER[zone]);
}

/* Without a destination, nothing moves. */
static inline void cw_put(cw_game *g, int64_t item, int64_t to, int64_t at) {
  if (to) cw_move(g, item, to, at);
}

/* Sets, raises or lowers a cell within its bounds. Returns the new value for `=`, otherwise by how
   much it has changed: negative if a negative amount has changed it the other way. */
static inline int64_t cw_change(cw_game *g, char op, int64_t cell, int64_t value, int64_t low,
                                int64_t high) {
  if (cell < 0) return 0;
  int64_t before = cw_cell(g, cell);
  if (g->w->error) return 0;
  if (op == '+') value = cw_add(g, before, value);
  else if (op == '-') value = cw_sub(g, before, value);
  else if (op == 'p') {
    int64_t least = low == INT64_MIN ? 0 : low;
    value = cw_sub(g, before, least) >= value ? before - cw_max(0, value) : before;
  }
  if (value > MAX_NUMBER || value < -MAX_NUMBER) return cw_fail(g, CW_OUT_OF_RANGE);
  if (value < low) value = low;
  if (value > high) value = high;
  g->s[cell] = value;
  return op == '=' ? value : op == '+' ? value - before : before - value;
}

/* Sets the members of a set, or adds or removes some. */
static int64_t cw_change_set(cw_game *g, char op, int64_t cell, int64_t mask) {
  if (cell < 0) return 0;
  int64_t before = cw_cell(g, cell);
  if (g->w->error) return 0;
  int64_t after = op == '=' ? mask : op == '+' ? before | mask : before & ~mask;
  g->s[cell] = after;
  return op == '=' ? after : before ^ after;
}

static void cw_reset(cw_game *g, int64_t start, int64_t end, int64_t value) {
  if (start < 0 || end > CELLS) { cw_fail(g, CW_OVERFLOW); return; }
  for (int64_t at = start; at < end; at++) g->s[at] = value;
}

/* Fisher and Yates, from the end. */
static void cw_shuffle(cw_game *g, int64_t zone) {
  if (!zone) return;
  cw_set cards = cw_list(g, zone - ZONE_FIRST);
  cw_item *z = (cw_item *)cards.at;
  if (!cw_spend(g, SHUFFLED * (int64_t)cards.n)) return;
  for (int32_t i = cards.n - 1; i > 0; i--) {
    int64_t other = cw_below(&g->rng, i + 1);
    cw_item held = z[i];
    z[i] = z[other];
    z[other] = held;
  }
}

static int64_t cw_roll(cw_game *g, int64_t die, int64_t offset, cw_set faces) {
  if (!die) return 0;
  int64_t face = cw_entry(g, faces, cw_below(&g->rng, faces.n));
  int64_t cell = offset + die;
  if ((uint64_t)cell >= CELLS) return cw_fail(g, CW_OVERFLOW);
  return g->s[cell] = face;
}

/* Takes away the face of a die that is in supply, or in a zone where dice are at rest. */
static void cw_rest(cw_game *g, int64_t die) {
  if (!cw_is_thing(g, die) || FACE[die] < 0) return;
  if (!g->s[die] || cw_is_member(g->s[die], (cw_members){AT_REST, ITEMS})) g->s[FACE[die]] = 0;
}

/* Makes the list of things that lie on places and things again. */
static void cw_list_placed(cw_game *g) {
  if (!PLACED) return;
  g->n[PLACED] = 0;
  for (int32_t item = 0; item < ITEMS; item++)
    if (g->s[item] && !cw_is_zone(g->s[item])) cw_put_in(g, PLACED, item, g->n[PLACED]);
}

/* Returns the things on a place that has left the game to supply. */
static void cw_empty(cw_game *g, int64_t place, cw_set gone) {
  if (cw_is_gone(g, place, gone))
    for (int32_t item = 0; item < ITEMS; item++) if (g->s[item] == place) g->s[item] = 0;
  cw_list_placed(g);
}

/* -------------------------------------------------------------------------------- frames */

/* A new frame with these numbers; none if the player who acts is nobody. */
static void cw_push(cw_game *g, int64_t routine, const int64_t *values, int32_t n) {
  if (!values[0]) return;
  int64_t *f = cw_frame(g, routine);
  if (!f) return;
  if (n > ROUTINE[routine].registers) { cw_fail(g, CW_OVERFLOW); return; }
  for (int32_t i = 0; i < n; i++) f[FRAME + i] = values[i];
}

static inline int64_t cw_form(cw_game *g, int64_t item) {
  return FORMS ? cw_cell(g, FORMS + item) : item;
}

static void cw_perform(cw_game *g, cw_set effects, const int64_t *values, int32_t n) {
  int64_t of = values[1];
  if (!of) return;
  int64_t routine = effects.n ? cw_entry(g, effects, cw_form(g, of)) : -1;
  if (routine >= 0) cw_push(g, routine, values, n);
}

static void cw_finish(cw_game *g, int64_t why) {
  g->ended = (int32_t)(why >= 0 ? why : -1 - g->stack[g->base[g->depth - 1] + 1]);
  g->depth = g->top = 0;
  g->over = 1;
}

static inline int64_t *cw_frame_at(cw_game *g, int32_t depth) { return g->stack + g->base[depth]; }

static int64_t cw_running(cw_game *g, int64_t routine) {
  for (int32_t i = 0; i < g->depth; i++) if (cw_frame_at(g, i)[1] == routine) return 1;
  return 0;
}

/* Whether the current rule is run by its own replacement, for the player whose run it replaces:
   both count as one run. */
static inline int64_t cw_same_run(cw_game *g, cw_set replacements) {
  const int64_t *own = cw_frame_at(g, g->depth - 1);
  for (int32_t i = g->depth - 2; i > 0; i--) {
    const int64_t routine = cw_frame_at(g, i)[1];
    if (cw_in(routine, replacements)) return cw_frame_at(g, i - 1)[FRAME] == own[FRAME];
    if (routine == own[1]) return 0;
  }
  return 0;
}

static int64_t cw_any_running(cw_game *g, cw_set routines) {
  for (int32_t i = 0; i < g->depth; i++) if (cw_in(cw_frame_at(g, i)[1], routines)) return 1;
  return 0;
}

static int64_t cw_open_windows(cw_game *g) {
  int64_t n = 0;
  for (int32_t i = 0; i < g->depth; i++) n += WINDOW[cw_frame_at(g, i)[1]].is_one;
  return n;
}

/* Cancels the event that the nearest window is about. Returns the thing it is about, 0 if that is
   not a thing, and -1 if it can't be cancelled any more. */
static int64_t cw_cancel(cw_game *g) {
  for (int32_t i = g->depth - 1; i >= 0; i--) {
    int64_t *f = cw_frame_at(g, i);
    const cw_window *window = &WINDOW[f[1]];
    if (!window->is_one) continue;
    if (window->cancelled < 0 || f[FRAME + window->cancelled]) return -1;
    f[FRAME + window->cancelled] = 1;
    return window->about < 0 ? 0 : f[FRAME + window->about];
  }
  return -1;
}

/* Leaves a window; if its event was cancelled, it does not happen. */
static void cw_close_window(cw_game *g, int64_t cancelled, int64_t goes_on) {
  cw_leave(g);
  if (cancelled && g->depth) cw_frame_at(g, g->depth - 1)[0] = goes_on;
}
