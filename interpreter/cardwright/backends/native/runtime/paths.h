/* The longest path: the counterpart of `longest_path` in `backends/networks.py`. Edges are taken or
   left one by one; a state describes those places on the path that both earlier and later edges
   touch. */

enum { OPEN_PLACES = 20, PATH_STATES = 1 << 11, PATH_SLOTS = 1 << 12 };

typedef struct { int32_t place; int16_t group, odd; } cw_touched;

/* `behind`: the number of places without later edges that are touched an odd number of times. */
typedef struct {
  int64_t length;
  int32_t n, behind;
  cw_touched at[OPEN_PLACES];
} cw_path;

typedef struct {
  cw_path *state;
  int32_t *slot; /* by hash, the number of a state plus one; 0 is free */
  int32_t n;
} cw_paths;

static int32_t cw_touch_of(const cw_path *p, int32_t place) {
  for (int32_t i = 0; i < p->n; i++) if (p->at[i].place == place) return i;
  return -1;
}

/* In the order of places, with groups numbered in that order, so that similar states are equal. */
static void cw_normal_path(cw_path *p) {
  int16_t names[2 * OPEN_PLACES + 4], next = 0;
  for (int32_t i = 1; i < p->n; i++) {
    cw_touched held = p->at[i];
    int32_t at = i;
    for (; at && p->at[at - 1].place > held.place; at--) p->at[at] = p->at[at - 1];
    p->at[at] = held;
  }
  memset(names, -1, sizeof names);
  for (int32_t i = 0; i < p->n; i++) {
    int16_t *name = &names[p->at[i].group];
    if (*name < 0) *name = next++;
    p->at[i].group = *name;
  }
}

/* The state after an edge is taken, with its ends in one group; 0 if there is no room. */
static int cw_with_edge(cw_path *p, const int32_t *edge) {
  cw_touched ends[2];
  for (int side = 0; side < 2; side++) {
    int32_t at = cw_touch_of(p, edge[side]);
    ends[side] = (cw_touched){edge[side], (int16_t)(OPEN_PLACES + side), 0};
    if (at >= 0) ends[side] = p->at[at];
  }
  for (int side = 0; side < 2; side++) {
    int32_t at = cw_touch_of(p, edge[side]);
    if (at < 0) at = p->n++;
    if (at >= OPEN_PLACES) return 0;
    p->at[at] = (cw_touched){edge[side], ends[side].group, (int16_t)(1 - ends[side].odd)};
  }
  for (int32_t i = 0; i < p->n; i++)
    if (p->at[i].group == ends[1].group) p->at[i].group = ends[0].group;
  cw_normal_path(p);
  return 1;
}

/* Drops the places without later edges. Returns whether a path is still possible; `whole` is set if
   all edges taken are one path, which no later edge can continue. */
static int cw_without(cw_path *p, const int32_t *closing, int32_t count, int *whole) {
  *whole = 0;
  for (int32_t i = 0; i < count; i++) {
    int32_t at = cw_touch_of(p, closing[i]);
    if (at < 0) continue;
    cw_touched mine = p->at[at];
    memmove(p->at + at, p->at + at + 1, (size_t)(p->n - at - 1) * sizeof mine);
    p->n--;
    p->behind += mine.odd;
    int alone = 1;
    for (int32_t j = 0; j < p->n; j++) alone &= p->at[j].group != mine.group;
    if (alone) { *whole = !p->n && p->behind <= 2; return 0; }
  }
  cw_normal_path(p);
  return p->behind <= 2;
}

/* Stores a state, with the longer of its lengths. */
static void cw_note_path(cw_game *g, cw_paths *all, const cw_path *p) {
  uint64_t hash = (uint64_t)p->behind;
  for (int32_t i = 0; i < p->n; i++)
    hash = (hash ^ (uint64_t)(p->at[i].place * 64 + p->at[i].group * 2 + p->at[i].odd)) * 0x9E3779B97F4A7C15u;
  for (uint32_t at = (uint32_t)(hash >> 40) % PATH_SLOTS;; at = (at + 1) % PATH_SLOTS) {
    if (!all->slot[at]) {
      if (all->n >= PATH_STATES) { cw_fail(g, CW_OVERFLOW); return; }
      all->state[all->n] = *p;
      all->slot[at] = ++all->n;
      return;
    }
    cw_path *known = &all->state[all->slot[at] - 1];
    if (known->n != p->n || known->behind != p->behind) continue;
    if (memcmp(known->at, p->at, (size_t)p->n * sizeof *p->at)) continue;
    if (p->length > known->length) known->length = p->length;
    return;
  }
}

static cw_paths cw_new_paths(cw_game *g) {
  cw_paths found = {(cw_path *)cw_keys(g, PATH_STATES * (int64_t)sizeof(cw_path) / 8), 0, 0};
  found.slot = (int32_t *)cw_scratch(g, PATH_SLOTS);
  return found;
}

/* The edges that join places, each once, in the order of their ranks. */
static cw_set cw_ranked(cw_game *g, cw_set edges, cw_sets ends, cw_set ranks) {
  cw_item *order = cw_scratch(g, edges.n);
  int32_t n = 0;
  for (int32_t i = 0; i < edges.n; i++)
    if (cw_row_of(g, ends, edges.at[i]).n == 2 && !cw_in(edges.at[i], (cw_set){order, n}))
      order[n++] = edges.at[i];
  for (int32_t i = 1; i < n; i++) {
    cw_item edge = order[i];
    int32_t at = i;
    for (; at && cw_entry(g, ranks, order[at - 1]) > cw_entry(g, ranks, edge); at--) order[at] = order[at - 1];
    order[at] = edge;
  }
  return (cw_set){order, n};
}

/* The largest number of edges that one path can use, each of them once; or their total length.
   `lengths` may be none. A path can enter a closed place, but not continue from it. */
static int64_t cw_longest_path(cw_game *g, cw_set edges, cw_sets ends, cw_set ranks,
                               cw_set closed, cw_set lengths) {
  int32_t top = g->w->top;
  cw_set order = cw_ranked(g, edges, ends, ranks);
  int32_t (*drawn)[2] = (int32_t (*)[2])cw_scratch(g, 2 * (int64_t)order.n);
  for (int32_t i = 0; i < order.n && !g->w->error; i++)
    for (int side = 0; side < 2; side++) {
      int32_t place = cw_row_of(g, ends, order.at[i]).at[side];
      drawn[i][side] = cw_in(place, closed) ? -2 * (i + 1) - side : place;
    }
  cw_paths states = cw_new_paths(g), following = cw_new_paths(g);
  int64_t best = 0;
  if (g->w->error) return 0;
  memset(states.slot, 0, PATH_SLOTS * sizeof(int32_t));
  cw_note_path(g, &states, &(cw_path){0});
  for (int32_t i = 0; i < order.n && !g->w->error; i++) {
    int32_t closing[2], count = 0;
    for (int side = 0; side < 2; side++) {
      int later = 0;
      for (int32_t j = i + 1; j < order.n; j++)
        later |= drawn[j][0] == drawn[i][side] || drawn[j][1] == drawn[i][side];
      if (!later) closing[count++] = drawn[i][side];
    }
    int64_t length = lengths.n == NO_SET ? 1 : cw_entry(g, lengths, order.at[i]);
    following.n = 0;
    memset(following.slot, 0, PATH_SLOTS * sizeof(int32_t));
    for (int32_t j = 0; j < 2 * states.n && !g->w->error; j++) {
      cw_path made = states.state[j / 2];
      int whole;
      if (j % 2) {
        if (!cw_with_edge(&made, drawn[i])) { cw_fail(g, CW_OVERFLOW); break; }
        made.length += length;
      }
      int kept = cw_without(&made, closing, count, &whole);
      if (whole && made.length > best) best = made.length;
      if (kept) cw_note_path(g, &following, &made);
    }
    cw_paths held = states;
    states = following;
    following = held;
  }
  g->w->top = top;
  return best;
}
