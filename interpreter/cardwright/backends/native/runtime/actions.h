/* Answers as actions, and positions as players see them: the counterpart of `runtime/encoding.py` in
   Python, with the tables of `spaces.py`. */

/* Whether a player (0: a spectator) may know a thing where it is now. */
static int cw_sees(cw_game *g, int64_t item, int64_t player) {
  for (int nested = 0; nested < DEEPEST; nested++) {
    if (!MAY_HIDE[item]) return 1;
    int64_t place = g->s[item];
    if ((uint64_t)place >= ITEMS) return 0;
    if (cw_is_zone(place)) {
      int32_t zone = (int32_t)(place - ZONE_FIRST);
      return !ZONE_SEEN[zone] || (ZONE_SEEN[zone] == 1 && player && ZONE_OWNER[zone] == player);
    }
    if (MAY_LIE_DOWN && cw_hides(g, item, place, player)) return 0;
    if (!place) return 1;
    item = place;
  }
  return 0;
}

/* ---------------------------------------------------------------------------------- actions */

/* The first action of a thing's copies, or of things that the player who is asked can't see. */
static int64_t cw_first_of_thing(cw_game *g, int64_t value) {
  if (value < 0 || value >= ITEMS) return -1;
  return !value || cw_sees(g, value, g->asked) ? THING_ACTION[value] : FIRST_HIDDEN;
}

/* The first action of an option: among those on copies of its thing, or on unseen things. */
static int64_t cw_first_of_option(cw_game *g, const cw_numbering *by, int64_t value) {
  const cw_point *p = &POINT[g->point];
  if (value < 0 || value >= by->n) return -1;
  int seen = !HIDES || !by->unseen || cw_sees(g, p->rows[value].this, g->asked);
  return seen ? by->of[value] : by->unseen[value];
}

static int64_t cw_first_action(cw_game *g, const cw_numbering *by, int64_t value) {
  return by->by == BY_THING ? cw_first_of_thing(g, value) : cw_first_of_option(g, by, value);
}

/* Actions with the same first one are numbered in the order in which they are offered. */
static int64_t cw_ranked_action(cw_game *g, const cw_numbering *by, int64_t index) {
  int64_t first = cw_first_action(g, by, g->answers[index]), rank = 0;
  for (int64_t i = 0; first >= 0 && i < index; i++)
    rank += cw_first_action(g, by, g->answers[i]) == first;
  return first + rank;
}

int64_t cw_actions(void) { return ACTIONS; }

int64_t cw_action(const cw_game *game, int64_t index) {
  cw_game *g = (cw_game *)game; /* the copies to examine are always the same */
  if (!g->asked || index < 0 || index >= g->count) return -1;
  int64_t value = g->answers[index];
  const cw_numbering *by = &NUMBERING[g->point];
  if (value == DONE) return 0;
  switch (by->by) {
    case BY_THING: case BY_TABLE: return cw_ranked_action(g, by, index);
    case BY_VALUE: return by->first + value;
    case BY_ORDER: return by->first + index;
    default: return -1;
  }
}

int64_t cw_index_of(const cw_game *g, int64_t action) {
  for (int64_t i = 0; i < cw_count(g); i++) if (cw_action(g, i) == action) return i;
  return -1;
}

/* ----------------------------------------------------------------------------- observations */

static int32_t cw_seen_number(int64_t value) {
  return value > INT32_MAX ? INT32_MAX : value <= INT32_MIN ? INT32_MIN + 1 : (int32_t)value;
}

static int32_t cw_seen_cell(cw_game *g, const cw_column *c, int64_t id, int64_t player) {
  int64_t value = g->s[c->at + id];
  if (c->seen_by && !(c->seen_by == 1 && player && (id == player || g->s[OWNERS + id] == player)))
    return CW_HIDDEN;
  if (c->keeps && !value) return CW_HIDDEN;
  if (c->refers && value > 0 && value < ITEMS)
    return cw_sees(g, value, player) ? REPRESENTATIVE[value] : CW_HIDDEN;
  return cw_seen_number(value);
}

/* The position of a thing in its zone, from 1; 0 if the zone has no order. */
static int32_t cw_order_in_zone(const cw_game *g, int64_t item) {
  int64_t zone = g->s[item] - ZONE_FIRST;
  if (zone < 0 || zone >= ZONES || !ZONE_ORDERED[zone]) return 0;
  const cw_item *z = g->z + LIST_AT[zone];
  for (int32_t i = 0; i < g->n[zone]; i++) if (z[i] == item) return i + 1;
  return 0;
}

/* A place, or the first of those that look like it. */
static int32_t cw_place_of(const cw_game *g, int64_t id) {
  return (uint64_t)g->s[id] < ITEMS ? REPRESENTATIVE[g->s[id]] : 0;
}

static void cw_seen_row(cw_game *g, const cw_copies *group, int64_t id, int64_t player, int32_t *out) {
  int32_t at = 0;
  if (!cw_sees(g, id, player)) {
    for (; at < group->width; at++) out[at] = CW_HIDDEN;
    return;
  }
  if (group->moves) {
    out[at++] = cw_place_of(g, id);
    out[at++] = cw_order_in_zone(g, id);
    out[at++] = (int32_t)g->s[OWNERS + id];
    if (FORMS) out[at++] = (int32_t)g->s[FORMS + id];
  }
  for (int32_t i = 0; i < group->n; i++) out[at++] = cw_seen_cell(g, &group->columns[i], id, player);
}

static int cw_is_before(const int32_t *a, const int32_t *b, int32_t n) {
  for (int32_t i = 0; i < n; i++) if (a[i] != b[i]) return a[i] < b[i];
  return 0;
}

/* The rows of copies, in the order of their numbers. */
static int32_t *cw_seen_group(cw_game *g, const cw_copies *group, int64_t player, int32_t *out) {
  int32_t row[WIDEST_ROW];
  int32_t w = group->width;
  for (int32_t i = 0; i < group->count; i++) {
    int32_t at = i, *own = out + i * w;
    cw_seen_row(g, group, group->ids[i], player, own);
    while (at && cw_is_before(own, out + (at - 1) * w, w)) at--;
    if (at == i) continue;
    memcpy(row, own, (size_t)w * sizeof *row);
    memmove(out + (at + 1) * w, out + at * w, (size_t)(i - at) * (size_t)w * sizeof *out);
    memcpy(out + at * w, row, (size_t)w * sizeof *out);
  }
  return out + group->count * w;
}

static void cw_seen_backs(cw_game *g, int64_t player, int32_t *out) {
  int32_t backs[ITEMS] = {0};
  for (int32_t i = 0; MAY_LIE_DOWN && i < GROUP_COUNT; i++)
    for (int32_t j = 0; j < GROUP[i].count; j++) {
      int64_t id = GROUP[i].ids[j], place = g->s[id];
      if ((uint64_t)place >= ITEMS || cw_is_zone(place)) continue;
      backs[place] += MAY_HIDE[id] && !cw_sees(g, id, player);
    }
  for (int32_t i = 0; i < PLACES_SHOWN; i++) out[i] = backs[PLACE_SHOWN[i]];
}

int64_t cw_observed(void) { return OBSERVED; }

void cw_observe(const cw_game *game, int64_t player, int32_t *out) {
  cw_game *g = (cw_game *)game;
  int32_t seats = SEATS - ZONE_FIRST;
  *out++ = (int32_t)player;
  *out++ = g->asked;
  *out++ = g->asked && g->asked == player ? g->point : -1;
  for (int32_t i = 0; i < g->n[seats]; i++) *out++ = g->z[LIST_AT[seats] + i];
  for (int32_t i = 0; i < STATE_COLUMNS; i++) *out++ = cw_seen_cell(g, &OF_STATE[i], 0, player);
  for (int32_t i = 0; i < ZONES_SHOWN; i++) {
    int32_t zone = ZONE_SHOWN[i];
    *out++ = ZONE_COUNTED[zone] ? g->n[zone] : CW_HIDDEN;
  }
  for (int32_t i = 0; i < GROUP_COUNT; i++) out = cw_seen_group(g, &GROUP[i], player, out);
  cw_seen_backs(g, player, out);
}

/* ---------------------------------------------------------------------------------- the end */

int64_t cw_players(void) { return sizeof PLAYERS / sizeof *PLAYERS; }

void cw_rewards(const cw_game *game, cw_work *w, float *out) {
  cw_game *g = (cw_game *)game;
  int64_t players = cw_players();
  memset(out, 0, (size_t)players * sizeof *out);
  if (!g->over) return;
  cw_begin_work(g, w);
  cw_set won = cw_won(g);
  if ((!won.n || won.n == players) && !COOPERATIVE) return;
  for (int64_t i = 0; i < players; i++) out[i] = cw_in(PLAYERS[i], won) ? 1 : -1;
}
