/* Lasting effects, simultaneous events, and things that become others: the counterparts of
   `runtime/lasting_effects.py`, `at_once.py` and `transformations.py` in Python. */

enum { KNOWN = 5, IDS = 6 }; /* the arguments of every ability; these and the event's source */
enum { FORGETS = -1, LEAVES_PLAY = -2 }; /* what may wait instead of a routine */

static void cw_lapse(cw_game *g);

/* --------------------------------------------------------------------------- what happens now */

/* The frame of the current `all at once` block, and its registers there. */
static int64_t *cw_open_batch(cw_game *g, const cw_at_once **found) {
  for (int32_t i = 0; HAS_BATCHES && i < g->depth; i++) {
    int64_t *f = cw_frame_at(g, i);
    for (int32_t j = 0; j < BATCHES[f[1]].n; j++)
      if (f[FRAME + BATCHES[f[1]].at[j].open]) {
        *found = &BATCHES[f[1]].at[j];
        return f;
      }
  }
  return 0;
}

static int64_t cw_outside_at_once_blocks(cw_game *g) {
  const cw_at_once *batch;
  return !cw_open_batch(g, &batch);
}

/* Whether an ability counted when the current block began, for a thing that is no longer where it
   was then. */
static int64_t cw_was_active(cw_game *g, int64_t row, int64_t this) {
  const cw_at_once *batch = 0;
  const int64_t *f = cw_open_batch(g, &batch);
  if (!f) return 0;
  cw_set rows = cw_held(f, FRAME + batch->active);
  for (int32_t i = 0; i < rows.n; i++)
    if (cw_div(g, rows.at[i], ITEMS) == row && cw_mod(g, rows.at[i], ITEMS) != cw_cell(g, this)) return 1;
  return 0;
}

/* The waiting reactions, as they are in a frame: a routine, the number of further values it takes,
   and these values; and for each of them the arguments of every ability, and the source. `at` is an
   index in the first list, `id` in the second. */
typedef struct { int64_t routine; const cw_item *more, *ids; int32_t n, at, id; } cw_waiting;

static int cw_next_waiting(cw_set routines, cw_set ids, cw_waiting *w, int first) {
  w->at = first ? 0 : w->at + 2 + w->n;
  w->id = first ? 0 : w->id + IDS;
  if (w->at + 2 > routines.n || w->id + IDS > ids.n) return 0;
  w->routine = routines.at[w->at];
  w->n = routines.at[w->at + 1];
  w->more = routines.at + w->at + 2;
  w->ids = ids.at + w->id;
  return w->n >= 0 && w->at + 2 + w->n <= routines.n;
}

static void cw_wait(cw_game *g, int64_t *f, const cw_at_once *batch, int64_t routine,
                    const int64_t *values, int32_t n, int once) {
  cw_set routines = cw_held(f, FRAME + batch->routines), ids = cw_held(f, FRAME + batch->ids);
  cw_waiting w;
  if (!cw_spend(g, ids.n / IDS)) return;
  for (int more = once && cw_next_waiting(routines, ids, &w, 1); more;
       more = cw_next_waiting(routines, ids, &w, 0))
    if (w.routine == routine && w.ids[0] == values[0] && w.ids[1] == values[1]) return;
  cw_item *into = cw_scratch(g, routines.n + 2 + n - IDS + ids.n + IDS);
  if (g->w->error) return;
  cw_item *at = into;
  for (int32_t i = 0; i < routines.n; i++) *at++ = routines.at[i];
  *at++ = cw_small(g, routine);
  *at++ = n - IDS;
  for (int32_t i = IDS; i < n; i++) *at++ = cw_small(g, values[i]);
  cw_keep(g, f, FRAME + batch->routines, (cw_set){into, routines.n + 2 + n - IDS});
  cw_item *start = at;
  for (int32_t i = 0; i < ids.n; i++) *at++ = ids.at[i];
  for (int32_t i = 0; i < IDS; i++) *at++ = cw_small(g, values[i]);
  cw_keep(g, f, FRAME + batch->ids, (cw_set){start, ids.n + IDS});
}

/* Removes a waiting routine. */
static void cw_drop(cw_game *g, int64_t *f, const cw_at_once *batch, const cw_waiting *w) {
  cw_set routines = cw_held(f, FRAME + batch->routines), ids = cw_held(f, FRAME + batch->ids);
  int32_t out = 2 + w->n;
  cw_item *r = (cw_item *)routines.at + w->at, *i = (cw_item *)ids.at + w->id;
  memmove(r, r + out, (size_t)(routines.n - w->at - out) * sizeof(cw_item));
  memmove(i, i + IDS, (size_t)(ids.n - w->id - IDS) * sizeof(cw_item));
  cw_keep(g, f, FRAME + batch->routines, (cw_set){routines.at, routines.n - out});
  cw_keep(g, f, FRAME + batch->ids, (cw_set){ids.at, ids.n - IDS});
}

/* Runs an ability, or lets it wait; one with a limit waits only once. */
static void cw_react(cw_game *g, int64_t routine, const int64_t *values, int32_t n, int64_t limited) {
  const cw_at_once *batch = 0;
  int64_t *f = cw_open_batch(g, &batch), noted[GIVEN + IDS];
  if (!f) { cw_push(g, routine, values, n); return; }
  if (!values[0]) return;
  if (n < KNOWN || n > GIVEN) { cw_fail(g, CW_OVERFLOW); return; }
  memcpy(noted, values, KNOWN * sizeof *noted);
  noted[KNOWN] = SOURCE_CELL < 0 ? 0 : cw_cell(g, SOURCE_CELL);
  memcpy(noted + IDS, values + KNOWN, (size_t)(n - KNOWN) * sizeof *noted);
  cw_wait(g, f, batch, routine, noted, n + 1, limited != 0);
}

/* ---------------------------------------------------------------------------- lasting effects */

static inline const cw_effect *cw_effect_of(int64_t item) {
  return (uint64_t)item < ITEMS && EFFECT_OF[item] >= 0 ? &EFFECTS[EFFECT_OF[item]] : 0;
}

/* Brings a lasting effect into effect; none if an argument that is a thing or a word is none. */
static int64_t cw_begin(cw_game *g, int32_t effect, const int64_t *values, int64_t owner) {
  const cw_effect *row = &EFFECTS[effect];
  int lacks = !owner;
  for (int32_t i = 0; i < row->cell_count; i++) lacks |= !values[i] && !row->plain[i];
  if (lacks) return 0;
  int32_t copy = 0;
  while (copy < row->copy_count && g->s[row->copies[copy]]) copy++;
  if (copy == row->copy_count) return cw_fail(g, CW_NO_COPY_LEFT);
  int32_t item = row->copies[copy];
  for (int32_t i = 0; i < row->cell_count; i++) g->s[row->cells[i] + item] = values[i];
  if (row->source) g->s[row->source + item] = g->s[SOURCE_CELL < 0 ? 0 : SOURCE_CELL];
  cw_move(g, item, row->zone + owner, 1);
  cw_lapse(g);
  return item;
}

/* Ends a lasting effect, and clears its arguments. */
static void cw_end(cw_game *g, int64_t item) {
  const cw_effect *row = cw_effect_of(item);
  if (!row || !g->s[item] || g->w->error) return;
  cw_move(g, item, 0, 1);
  cw_own(g, item, 0);
  for (int32_t i = 0; i < row->cell_count; i++) g->s[row->cells[i] + item] = 0;
  if (row->source) g->s[row->source + item] = 0;
  if (row->has_begun) g->s[row->begun + item] = 0;
  cw_lapse(g);
}

/* Ends effects whose condition is no longer true; not during simultaneous events. */
static void cw_lapse(cw_game *g) {
  if ((IN_EFFECT && !g->n[IN_EFFECT]) || !cw_outside_at_once_blocks(g)) return;
  for (int32_t i = 0; i < EFFECT_COUNT; i++) {
    const cw_effect *row = &EFFECTS[i];
    for (int32_t j = 0; row->holds && j < row->copy_count; j++) {
      int64_t item = row->copies[j];
      if (!g->s[item]) continue;
      int64_t args[] = {g->s[OWNERS + item], item};
      if (!cw_spend(g, row->weight)) return;
      if (!row->holds(g, args)) cw_end(g, item);
    }
  }
}

/* Ends effects begun with a thing, if it has left the table. */
static void cw_forget_now(cw_game *g, int64_t thing) {
  if (cw_cell(g, thing)) return;
  for (int32_t i = 0; i < EFFECT_COUNT; i++) {
    const cw_effect *row = &EFFECTS[i];
    for (int32_t j = 0; j < row->copy_count; j++) {
      int64_t item = row->copies[j];
      int named = 0;
      for (int32_t k = 0; g->s[item] && k < row->thing_count; k++)
        named |= g->s[row->things[k] + item] == thing;
      if (named) cw_end(g, item);
    }
  }
}

/* The same, after the abilities that wait to react to its leaving. */
static void cw_forget(cw_game *g, int64_t thing) {
  const cw_at_once *batch = 0;
  int64_t *f = cw_open_batch(g, &batch), values[IDS] = {thing};
  if (f) cw_wait(g, f, batch, FORGETS, values, IDS, 1);
  else cw_forget_now(g, thing);
}

/* -------------------------------------------------------------------------- transformations */

static int cw_is_changed(cw_game *g, int64_t item) {
  return FORMS && cw_cell(g, FORMS + item) != DESIGN[item];
}

/* Whether a thing is in a zone that not all players can look into. */
static int cw_out_of_sight(cw_game *g, int64_t item) {
  int64_t place = cw_cell(g, item);
  return cw_is_zone(place) && ZONE_SEEN[place - ZONE_FIRST];
}

/* Resets the cells that only one of two kinds has. */
static void cw_renew(cw_game *g, int64_t item, int64_t before, int64_t design) {
  int32_t kinds[] = {KIND[before], KIND[design]};
  for (int side = 0; side < 2; side++) {
    cw_set own = FIELDS[kinds[side]], other = FIELDS[kinds[1 - side]];
    for (int32_t i = 0; i < own.n; i++) {
      int64_t at = FIELD_AT[own.at[i]] + item;
      if ((uint64_t)at < CELLS && !cw_in(own.at[i], other)) g->s[at] = START[at];
    }
  }
}

/* Gives a thing another design. */
static void cw_remake(cw_game *g, int64_t item, int64_t design) {
  int64_t before = g->s[FORMS + item];
  if (!cw_is_thing(g, before) || !cw_is_thing(g, design)) return;
  g->s[FORMS + item] = design;
  cw_renew(g, item, before, design);
  if (cw_in(item, cw_list(g, ZONES))) cw_take_out(g, ZONES, item);
  if (design != DESIGN[item]) cw_insert(g, ZONES, item);
}

/* Whether a thing of this design can be where the thing is; not if it is in supply. */
static int cw_can_be_here(cw_game *g, int64_t item, int64_t design) {
  int64_t place = g->s[item];
  if (!place || !MAY_BE[KIND[item]][KIND[design]]) return 0;
  if (cw_is_zone(place)) return ZONE_HOLDS[place - ZONE_FIRST][KIND[design]];
  int64_t where = cw_form(g, place);
  return cw_is_thing(g, where) && LIVES_ON[KIND[design]][KIND[where]];
}

/* Gives a thing another design, or its own again (0), if a thing of that design can be there. */
static void cw_become(cw_game *g, int64_t item, int64_t design) {
  if (!item || !cw_is_thing(g, item) || !cw_is_thing(g, design)) return;
  design = design ? design : DESIGN[item];
  if (g->s[FORMS + item] != design && cw_can_be_here(g, item, design)) cw_remake(g, item, design);
}

/* Resets the state of a token, and marks its options as unused. */
static void cw_make_new(cw_game *g, int64_t item) {
  for (int32_t i = 0; i < LOOK[item].n; i++) {
    int64_t at = LOOK[item].cells[i] + item;
    if (LOOK[item].cells[i] != FORMS || !FORMS) g->s[at] = START[at];
  }
}

static int cw_holds_token(cw_game *g, int64_t item) {
  int64_t place = g->s[item];
  return cw_is_zone(place) ? HOLDS_TOKEN[place - ZONE_FIRST][KIND[item]] : place != 0;
}

/* In supply, and in zones that not all players can look into, a thing becomes itself again; a token
   vanishes. */
static void cw_leave_play_now(cw_game *g, int64_t item) {
  if (!cw_is_thing(g, item)) return;
  if (item && IS_TOKEN[KIND[item]] && !cw_holds_token(g, item)) {
    if (g->s[item]) cw_move(g, item, 0, 1);
    cw_own(g, item, 0);
    cw_make_new(g, item);
  }
  if (cw_is_changed(g, item) && (!g->s[item] || cw_out_of_sight(g, item)))
    cw_remake(g, item, DESIGN[item]);
}

static void cw_leave_play(cw_game *g, int64_t item) {
  const cw_at_once *batch = 0;
  int64_t *f = cw_open_batch(g, &batch), values[IDS] = {item};
  if (f && !cw_out_of_sight(g, item)) cw_wait(g, f, batch, LEAVES_PLAY, values, IDS, 1);
  else cw_leave_play_now(g, item);
}

static void cw_leave_sight(cw_game *g, int64_t item) {
  if (cw_out_of_sight(g, item)) cw_leave_play_now(g, item);
}

/* Checks that a token is left to be created. */
static void cw_need_token(cw_game *g, int64_t item) {
  if (!item) cw_fail(g, CW_NO_TOKEN);
}

/* Sets a token's owner, and the original it is a copy of; it may not have vanished yet. */
static void cw_make_token(cw_game *g, int64_t item, int64_t owner, int64_t design) {
  if (!cw_is_thing(g, item)) return;
  if (cw_is_changed(g, item)) cw_remake(g, item, DESIGN[item]);
  if (g->s[OWNERS + item]) {
    cw_forget_now(g, item);
    cw_make_new(g, item);
  }
  cw_own(g, item, owner);
  if (FORMS && design && design != g->s[FORMS + item]) cw_remake(g, item, design);
}

/* Ends effects begun with a place that is out of the game, or with things that were there. */
static void cw_vacate(cw_game *g, int64_t place, cw_set gone) {
  cw_item *left = cw_scratch(g, ITEMS);
  int32_t n = 0;
  for (int32_t item = 0; item < ITEMS && item < gone.n; item++) if (g->s[item] == place) left[n++] = item;
  cw_empty(g, place, gone);
  for (int32_t i = 0; i < n; i++) cw_leave_play(g, left[i]);
  if (!cw_is_gone(g, place, gone)) return;
  cw_rest(g, place);
  cw_forget(g, place);
  for (int32_t i = 0; i < n; i++) { cw_rest(g, left[i]); cw_forget(g, left[i]); }
}

/* --------------------------------------------------------------- one reaction after the other */

/* The row of the ability itself, for a thing that has become another. */
static int64_t cw_row_for(const cw_point *p, int64_t routine, int64_t this) {
  int64_t own = -1;
  for (int32_t i = 0; i < p->found_count; i++) {
    if (p->found[i].routine != routine) continue;
    if (p->found[i].this == this) return p->found[i].row;
    if (!p->found[i].this) own = p->found[i].row;
  }
  return own;
}

/* Runs the first waiting ability of a row, unless its lasting effect has ended. */
static void cw_run_row(cw_game *g, int64_t *f, const cw_point *p, int64_t row) {
  cw_set routines = cw_held(f, FRAME + p->waiting.routines), ids = cw_held(f, FRAME + p->waiting.ids);
  cw_waiting w;
  int more = cw_next_waiting(routines, ids, &w, 1);
  while (more && (w.routine < 0 || cw_row_for(p, w.routine, w.ids[1]) != row))
    more = cw_next_waiting(routines, ids, &w, 0);
  if (!more || KNOWN + w.n > GIVEN) { cw_fail(g, CW_OVERFLOW); return; }
  int64_t values[GIVEN], routine = w.routine, source = w.ids[KNOWN], this = w.ids[1];
  for (int32_t i = 0; i < KNOWN; i++) values[i] = w.ids[i];
  for (int32_t i = 0; i < w.n; i++) values[KNOWN + i] = w.more[i];
  int32_t n = KNOWN + w.n;
  cw_drop(g, f, &p->waiting, &w);
  if (this && !cw_cell(g, this) && cw_effect_of(this)) return;
  cw_push(g, routine, values, n);
  if (!g->w->error && RESUMES[routine] >= 0)
    cw_frame_at(g, g->depth - 1)[FRAME + RESUMES[routine]] = source ? source : -1;
}

/* The rows of the abilities that may come next; none if nothing waits any more. */
static cw_set cw_next_rows(cw_game *g, int64_t *f, const cw_point *p) {
  const cw_at_once *batch = &p->waiting;
  if (!cw_spend(g, cw_held(f, FRAME + batch->ids).n / IDS)) return (cw_set){0, 0};
  for (;;) {
    cw_set routines = cw_held(f, FRAME + batch->routines), ids = cw_held(f, FRAME + batch->ids);
    cw_waiting w, first;
    int any = cw_next_waiting(routines, ids, &first, 1), ready = 0, lowest = INT32_MAX;
    w = first;
    for (int more = any; more; more = cw_next_waiting(routines, ids, &w, 0))
      if (w.routine >= 0 && w.routine < ROUTINES) {
        ready = 1;
        lowest = ORDER[w.routine] < lowest ? ORDER[w.routine] : lowest;
      }
    if (any && !ready) {
      int64_t thing = first.ids[0];
      cw_drop(g, f, batch, &first);
      if (first.routine == FORGETS) cw_forget_now(g, thing);
      else cw_leave_play_now(g, thing);
      if (g->w->error) return (cw_set){0, 0};
      continue;
    }
    cw_item *rows = cw_scratch(g, any ? ids.n / IDS : 0);
    int32_t n = 0;
    for (int more = any && cw_next_waiting(routines, ids, &w, 1); more;
         more = cw_next_waiting(routines, ids, &w, 0)) {
      if (w.routine < 0 || ORDER[w.routine] != lowest) continue;
      cw_item row = (cw_item)cw_row_for(p, w.routine, w.ids[1]);
      if (!cw_in(row, (cw_set){rows, n})) rows[n++] = row;
    }
    return (cw_set){rows, n};
  }
}
