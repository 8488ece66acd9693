/* The questions of a game: what may be chosen, and what follows from an answer; as in
   `runtime/question_handling.py` and `runtime/choice_limits.py`. */

static inline int64_t cw_at_random(cw_game *g, cw_set options) {
  return cw_entry(g, options, cw_below(&g->rng, options.n));
}

/* ----------------------------------------------------------------------------------- limits */

/* How often the limit with this number still allows an item to be taken. */
static int64_t cw_room_for(cw_game *g, const int64_t *f, const cw_point *p, int32_t number,
                           int64_t item, cw_set more) {
  const cw_limit *limit = &p->limits[number];
  int64_t left = limit->number(g, f, limit->varies ? item : 0), key = limit->key(g, f, item);
  cw_set chosen = cw_held(f, p->chosen);
  for (int32_t i = 0; i < chosen.n; i++) left -= limit->key(g, f, chosen.at[i]) == key;
  for (int32_t i = 0; i < more.n; i++) left -= limit->key(g, f, more.at[i]) == key;
  if (p->spent >= 0) {
    cw_set spent = cw_held(f, p->spent);
    for (int32_t i = 0; i + 1 < spent.n; i += 2)
      left -= spent.at[i] == number && spent.at[i + 1] == key;
  }
  return left;
}

static int cw_may_take(cw_game *g, const int64_t *f, const cw_point *p, int64_t item) {
  for (int32_t i = 0; i < p->limit_count; i++)
    if (cw_room_for(g, f, p, i, item, (cw_set){0, 0}) <= 0) return 0;
  return 1;
}

/* What may be taken next, including interchangeable things. */
static cw_set cw_candidates(cw_game *g, const int64_t *f, const cw_point *p) {
  cw_set source = cw_held(f, p->source), chosen = cw_held(f, p->chosen);
  int fresh = !p->again && chosen.n;
  if (!fresh && !p->limit_count) return source;
  cw_item *found = cw_scratch(g, source.n);
  int32_t n = 0;
  for (int32_t i = 0; i < source.n; i++)
    if (!(fresh && cw_in(source.at[i], chosen)) && cw_may_take(g, f, p, source.at[i]))
      found[n++] = source.at[i];
  return (cw_set){found, n};
}

/* Each candidate as often as the limits allow. */
static cw_set cw_repeated(cw_game *g, const int64_t *f, const cw_point *p, cw_set of) {
  int32_t bottom = g->w->bottom;
  for (int32_t i = 0; i < of.n && !g->w->error; i++) {
    int64_t room = INT64_MAX;
    for (int32_t j = 0; j < p->limit_count; j++)
      room = cw_min(room, cw_room_for(g, f, p, j, of.at[i], (cw_set){0, 0}));
    while (room-- > 0 && cw_push_down(g, of.at[i])) {}
  }
  return cw_constructed(g, bottom);
}

/* Whether all candidates have to be taken, so that there is nothing to choose. */
static int cw_must_take_all(cw_game *g, const int64_t *f, const cw_point *p) {
  int64_t needed = f[p->low] - cw_held(f, p->chosen).n;
  if (p->needed >= 0) needed = cw_max(needed, f[p->needed]);
  if (needed < 2 || p->ordered) return 0;
  cw_set found = cw_candidates(g, f, p);
  if (found.n > needed || (p->again && !p->limit_count)) return 0;
  if (p->again) found = cw_repeated(g, f, p, found);
  if (found.n > needed) return 0;
  for (int32_t i = 0; i < p->limit_count; i++)
    for (int32_t j = 0; j < found.n; j++)
      if (cw_room_for(g, f, p, i, found.at[j], found) < 0) return 0;
  return 1;
}

/* ------------------------------------------------------------------------ what looks alike */

enum { MOST_KNOWN = 3 + 2 * DEEPEST };

/* Whether a player can't see the face of a thing that is in no zone. */
static int cw_hides(cw_game *g, int64_t item, int64_t place, int64_t player) {
  int32_t own = FACE_DOWN[item], over = HIDING[place];
  int down = own == -1 || (own && g->s[own]), hidden = over && g->s[over];
  if (!down && !hidden) return 0;
  if (SECRET[item] || !player) return 1;
  if (g->s[OWNERS + item] == player) return 0;
  return down || g->s[OWNERS + place] != player;
}

/* Whether a thing lies face down, or in a zone the player can't look into, or on such a thing. */
static int cw_unseen(cw_game *g, int64_t item, int64_t player) {
  for (int nested = 0; nested < DEEPEST; nested++) {
    if (!cw_is_thing(g, item)) return 0;
    int64_t place = g->s[item];
    if (cw_is_zone(place)) {
      int32_t zone = (int32_t)(place - ZONE_FIRST);
      return ZONE_SEEN[zone] && !(ZONE_SEEN[zone] == 1 && ZONE_OWNER[zone] == player);
    }
    if (MAY_LIE_DOWN && cw_is_thing(g, place) && cw_hides(g, item, place, player)) return 1;
    if (!STACKS || (uint64_t)place >= ITEMS || !MAY_HIDE[place]) return 0;
    item = place;
  }
  return 1;
}

/* Adds what players know about a thing that they can't see, except where it is: if it lies face
   down, its owner and its back. */
static int cw_add_back(const cw_game *g, int64_t item, int64_t *known, int at) {
  int down = MAY_LIE_DOWN && !cw_is_zone(g->s[item]);
  known[--at] = down ? BACK[item] : 0;
  known[--at] = down ? g->s[OWNERS + item] : 0;
  return at;
}

/* Writes what players know about a thing that they can't see, and about the hidden things that it
   is on, from the place of the outermost one; returns where this begins. */
static int cw_known(cw_game *g, int64_t item, int64_t player, int64_t *known) {
  int64_t place = g->s[item];
  int at = cw_add_back(g, item, known, MOST_KNOWN);
  for (int nested = 0; nested < DEEPEST; nested++) {
    if ((uint64_t)place >= ITEMS || !MAY_HIDE[place] || !cw_unseen(g, place, player)) break;
    at = cw_add_back(g, place, known, at);
    place = g->s[place];
  }
  known[--at] = place;
  return at;
}

/* Compares what players know about two things that they can't see. */
static int cw_outside(cw_game *g, int64_t a, int64_t b, int64_t player) {
  int64_t one[MOST_KNOWN], two[MOST_KNOWN];
  int i = MOST_KNOWN, j = MOST_KNOWN;
  if (STACKS && g->s[a] != g->s[b]) {
    i = cw_known(g, a, player, one), j = cw_known(g, b, player, two);
  } else {
    i = cw_add_back(g, a, one, i), j = cw_add_back(g, b, two, j);
    one[--i] = g->s[a], two[--j] = g->s[b];
  }
  for (; i < MOST_KNOWN && j < MOST_KNOWN; i++, j++)
    if (one[i] != two[j]) return one[i] < two[j] ? -1 : 1;
  return (i < MOST_KNOWN) - (j < MOST_KNOWN);
}

/* Whether two things can't be told apart: same kind, owner, place and cells. */
static int cw_alike(cw_game *g, int64_t a, int64_t b) {
  if (a == b) return 1;
  if (LOOK[a].kind < 0 || LOOK[a].kind != LOOK[b].kind || LOOK[a].n != LOOK[b].n) return 0;
  if (g->s[a] != g->s[b] || g->s[OWNERS + a] != g->s[OWNERS + b]) return 0;
  for (int32_t i = 0; i < LOOK[a].n; i++)
    if (g->s[LOOK[a].cells[i] + a] != g->s[LOOK[b].cells[i] + b]) return 0;
  return 1;
}

/* By thing: whether something is on it, which distinguishes it from other things. */
static void cw_find_loaded(const cw_game *g, uint8_t *loaded) {
  memset(loaded, 0, ITEMS);
  for (int32_t i = 0; STACKS && i < ITEMS; i++)
    if ((uint64_t)g->s[i] < ITEMS) loaded[g->s[i]] = 1;
}

/* One of each group of things that the chooser can't tell apart; hidden ones come last, sorted by
   location. */
static cw_set cw_unlike(cw_game *g, cw_set options, int64_t player) {
  cw_item *found = cw_scratch(g, options.n), *unseen = cw_scratch(g, options.n);
  int32_t n = 0, hidden = 0;
  uint8_t loaded[ITEMS];
  cw_find_loaded(g, loaded);
  for (int32_t i = 0; i < options.n && !g->w->error; i++) {
    cw_item item = options.at[i];
    if (!cw_is_thing(g, item)) break;
    int32_t same = 0;
    if (cw_unseen(g, item, player)) {
      while (same < hidden && cw_outside(g, unseen[same], item, player) < 0) same++;
      if (same < hidden && !cw_outside(g, unseen[same], item, player)) continue;
      memmove(unseen + same + 1, unseen + same, (size_t)(hidden - same) * sizeof(cw_item));
      unseen[same] = item;
      hidden++;
      continue;
    }
    while (same < n && !(found[same] == item || (!loaded[item] && !loaded[found[same]] &&
                                                 cw_alike(g, found[same], item)))) same++;
    if (same == n) found[n++] = item;
  }
  if (g->w->error) return (cw_set){0, 0};
  memcpy(found + n, unseen, (size_t)hidden * sizeof(cw_item));
  return (cw_set){found, n + hidden};
}

/* ---------------------------------------------------------------------------------- choices */

/* The candidates that may be taken next; none if enough are taken. */
static cw_set cw_options(cw_game *g, const int64_t *f, const cw_point *p) {
  if (f[p->high] >= 0 && f[p->high] <= cw_held(f, p->chosen).n) return (cw_set){0, 0};
  cw_set found = cw_candidates(g, f, p);
  if (p->random || !p->interchangeable || found.n < 2) return found;
  return cw_unlike(g, found, p->chooser(g, f));
}

static int cw_is_decision(cw_game *g, const int64_t *f, const cw_point *p, cw_set options) {
  if (cw_held(f, p->chosen).n >= f[p->low]) return 1;
  return options.n > 1 && !cw_must_take_all(g, f, p);
}

/* The thing itself or, if the player can't see it, a random one of those that look the same. */
static int64_t cw_drawn(cw_game *g, const int64_t *f, const cw_point *p, int64_t value,
                        int64_t player) {
  if (!p->interchangeable || !cw_unseen(g, value, player)) return value;
  cw_set all = cw_candidates(g, f, p);
  cw_item *same = cw_scratch(g, all.n);
  int32_t n = 0;
  for (int32_t i = 0; i < all.n; i++)
    if (cw_unseen(g, all.at[i], player) && !cw_outside(g, all.at[i], value, player))
      same[n++] = all.at[i];
  return cw_at_random(g, (cw_set){same, n});
}

/* Stores the groups of the chosen things, as they are before the effect happens. */
static void cw_spend_limits(cw_game *g, int64_t *f, const cw_point *p, cw_set chosen) {
  int32_t bottom = g->w->bottom;
  cw_set before = cw_held(f, p->spent);
  for (int32_t i = 0; i < before.n; i++) cw_push_down(g, before.at[i]);
  for (int32_t i = 0; i < chosen.n; i++)
    for (int32_t j = 0; j < p->limit_count; j++) {
      cw_push_down(g, j);
      cw_push_down(g, p->limits[j].key(g, f, chosen.at[i]));
    }
  cw_keep(g, f, p->spent, cw_constructed(g, bottom));
}

static void cw_close(cw_game *g, int64_t *f, const cw_point *p, cw_set chosen) {
  if (p->spent >= 0 && chosen.n) cw_spend_limits(g, f, p, chosen);
  if (p->many) cw_keep(g, f, p->result, chosen);
  else f[p->result] = chosen.n ? chosen.at[0] : 0;
  f[0] = p->done;
}

static void cw_take(cw_game *g, int64_t *f, const cw_point *p, int64_t value) {
  cw_set chosen = cw_held(f, p->chosen);
  if (value == DONE) { cw_close(g, f, p, chosen); return; }
  cw_item *more = cw_scratch(g, chosen.n + 1);
  if (chosen.n) memcpy(more, chosen.at, (size_t)chosen.n * sizeof(cw_item));
  more[chosen.n] = cw_small(g, value);
  cw_keep(g, f, p->chosen, (cw_set){more, chosen.n + 1});
}

/* Whether a player is not asked, since rules answer. */
static inline int cw_automaton(int64_t player) {
  return player > 0 && player < ITEMS && AUTOMATON[player] >= 0;
}

/* Opens a question. */
static int cw_ask(cw_game *g, int64_t player, int32_t point, cw_set answers, int stop) {
  if (answers.n + stop > ANSWERS) return (int)cw_fail(g, CW_OVERFLOW);
  if (answers.n) memcpy(g->answers, answers.at, (size_t)answers.n * sizeof(cw_item));
  g->count = answers.n;
  if (stop) g->answers[g->count++] = DONE;
  g->asked = (int32_t)player;
  g->point = point;
  return 1;
}

/* Asks for the next member of a choice, or takes it if there is only one. */
static int cw_choose(cw_game *g, int64_t *f, int32_t number) {
  const cw_point *p = &POINT[number];
  while (!g->w->error) {
    cw_set options = cw_options(g, f, p);
    if (!options.n) break;
    cw_set chosen = cw_held(f, p->chosen);
    if (chosen.n && !cw_spend(g, LINE + (int64_t)cw_held(f, p->source).n * chosen.n * p->weight)) break;
    int64_t player = p->chooser(g, f), taken;
    if (p->random) taken = cw_at_random(g, options);
    else if (!player) { cw_close(g, f, p, (cw_set){0, 0}); return 0; }
    else if (cw_is_decision(g, f, p, options))
      return cw_ask(g, player, number, options, cw_held(f, p->chosen).n >= f[p->low]);
    else taken = cw_drawn(g, f, p, options.at[0], player);
    cw_take(g, f, p, taken);
  }
  cw_close(g, f, p, cw_held(f, p->chosen));
  return 0;
}

/* -------------------------------------------------------------------------------- branches */

static int cw_choose_branch(cw_game *g, int64_t *f, int32_t number) {
  const cw_point *p = &POINT[number];
  cw_item *open = cw_scratch(g, p->test_count);
  int32_t n = 0;
  for (int32_t i = 0; i < p->test_count; i++)
    if (!p->tests[i] || p->tests[i](g, f)) open[n++] = i;
  if (n < 2) { f[0] = n ? p->blocks[open[0]] : p->done; return 0; }
  int64_t player = p->chooser(g, f);
  if (!player) { f[0] = p->done; return 0; }
  return cw_ask(g, player, number, (cw_set){open, n}, 0);
}

/* ----------------------------------------------------------------------------------- menus */

#define GIVEN 16 /* the arguments of a menu, the player who is asked, and the thing that offers */

/* Whether an option is offered; `args` are the player who is asked, the thing that offers it, and
   the arguments of its menu. */
static int cw_offered(cw_game *g, const cw_row *row, int64_t *args) {
  args[1] = row->this;
  if (row->limit_cell >= 0 && cw_cell(g, row->limit_cell + args[0])) return 0;
  if (row->test && !row->test(g, args)) return 0;
  return !row->payable || row->payable(g, args) != 0;
}

/* Whether the thing of a row is in a list from which it may offer something. */
static int cw_is_listed(cw_game *g, const cw_point *p, const cw_row *row) {
  int64_t place = g->s[row->this];
  if (row->looks.n && !cw_is_member(g->s[FORMS + row->this], row->looks)) return 0;
  if (cw_is_zone(place) && p->lists[place - ZONE_FIRST]) return 1;
  int32_t list = cw_list_of(row->this, place);
  return list && p->lists[list];
}

static void cw_picked(cw_game *g, int64_t *f, const cw_point *p, int64_t value, int64_t you) {
  if (value == DONE) { f[0] = p->passed; return; }
  if (value < 0 || value >= p->row_count) { cw_fail(g, CW_OVERFLOW); return; }
  const cw_row *row = &p->rows[value];
  int64_t args[GIVEN] = {you, row->this};
  f[0] = p->done;
  for (int32_t i = 0; i < p->test_count; i++) args[2 + i] = p->tests[i](g, f);
  if (row->limit_cell >= 0 && row->limit_cell + you < CELLS) g->s[row->limit_cell + you] = 1;
  cw_push(g, row->routine, args, 2 + p->test_count);
}

/* Fills in the arguments with which a menu was opened. */
static void cw_given(cw_game *g, int64_t *f, const cw_point *p, int64_t *args) {
  for (int32_t i = 0; i < p->test_count; i++) args[2 + i] = p->tests[i](g, f);
}

/* The rows that are offered. */
static cw_set cw_rows(cw_game *g, const cw_point *p, int64_t *args) {
  cw_item *rows = cw_scratch(g, p->row_count);
  int32_t n = 0;
  for (int32_t i = 0; i < p->row_count && !g->w->error; i++)
    if ((p->rows[i].anywhere || cw_is_listed(g, p, &p->rows[i])) &&
        cw_spend(g, p->rows[i].weight) && cw_offered(g, &p->rows[i], args))
      rows[n++] = i;
  return (cw_set){rows, n};
}

/* Compares options on things that a player can't see: by what is known about these, and by the
   options. */
static int cw_compare_unseen(cw_game *g, const cw_row *a, const cw_row *b, int64_t player) {
  int by = cw_outside(g, a->this, b->this, player);
  return by ? by : (a->routine > b->routine) - (a->routine < b->routine);
}

static int cw_is_on_unseen(cw_game *g, const cw_row *row, int64_t player) {
  return HIDES && row->this && cw_unseen(g, row->this, player);
}

/* Options on things that a player can't see come last, sorted by location: one of those that look
   the same. */
static cw_set cw_in_public_order(cw_game *g, const cw_point *p, cw_set all, int64_t player) {
  cw_item *rows = cw_scratch(g, all.n), *hidden = cw_scratch(g, all.n);
  int32_t seen = 0, n = 0;
  for (int32_t i = 0; i < all.n && !g->w->error; i++) {
    const cw_row *row = &p->rows[all.at[i]];
    if (!cw_is_on_unseen(g, row, player)) { rows[seen++] = all.at[i]; continue; }
    int32_t at = n, by = 1;
    while (at && (by = cw_compare_unseen(g, &p->rows[hidden[at - 1]], row, player)) > 0) at--;
    if (at && !by) continue;
    memmove(hidden + at + 1, hidden + at, (size_t)(n++ - at) * sizeof(cw_item));
    hidden[at] = all.at[i];
  }
  if (g->w->error) return (cw_set){0, 0};
  memcpy(rows + seen, hidden, (size_t)n * sizeof(cw_item));
  return (cw_set){rows, seen + n};
}
