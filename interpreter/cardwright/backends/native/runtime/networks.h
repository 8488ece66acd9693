/* The primitives on places and edges, as in `backends/networks.py`. */

/* Marks of things, by their ids; the last one is for things that have no mark. */
typedef struct { uint8_t in[ITEMS + 1]; } cw_marks;

static cw_marks cw_marked(cw_set of) {
  cw_marks found;
  memset(&found, 0, sizeof found);
  for (int32_t i = 0; i < of.n; i++) if ((uint32_t)of.at[i] < ITEMS) found.in[of.at[i]] = 1;
  return found;
}

/* Without a set, all are allowed. */
static cw_marks cw_allowed(cw_set of) {
  cw_marks found = cw_marked(of);
  if (of.n == NO_SET) memset(&found, 1, sizeof found);
  return found;
}

/* The marked things, in the order of ids. */
static cw_set cw_those_marked(cw_game *g, const cw_marks *marks) {
  cw_item *found = cw_scratch(g, ITEMS);
  int32_t n = 0;
  for (int32_t i = 0; i < ITEMS; i++) if (marks->in[i]) found[n++] = i;
  g->w->top -= g->w->error ? 0 : ITEMS - n;
  return (cw_set){found, n};
}

static inline void cw_mark(cw_game *g, cw_marks *marks, int64_t item) {
  if (cw_is_thing(g, item)) marks->in[item] = 1;
}

/* The same if a test is true, without a branch that could not be predicted. */
static inline void cw_mark_if(cw_game *g, cw_marks *marks, int64_t item, int holds) {
  if (holds & ((uint64_t)item >= ITEMS)) cw_fail(g, CW_OVERFLOW);
  else marks->in[holds ? item : ITEMS] = 1;
}

static inline int cw_held_at(const cw_marks *marks, int64_t place) {
  return (uint64_t)place < ITEMS && marks->in[place];
}

static int32_t cw_run_of(cw_set ray, const cw_marks *held) {
  int32_t n = 0;
  while (n < ray.n && cw_held_at(held, ray.at[n])) n++;
  return n;
}

/* The longest straight run through a cell, by its pairs of rays. */
static int64_t cw_longest_line(cw_game *g, cw_marks held, int64_t cell, cw_tables lines) {
  if (!cw_held_at(&held, cell)) return 0;
  cw_sets rays = cw_table_of(g, lines, cell);
  int64_t most = 1;
  for (int32_t i = 0; i + 1 < rays.n; i += 2)
    most = cw_max(most, 1 + cw_run_of(rays.at[i], &held) + cw_run_of(rays.at[i + 1], &held));
  return most;
}

static cw_set cw_beside(cw_game *g, int64_t place, cw_sets near) {
  cw_marks found = cw_marked(cw_row_of(g, near, place));
  return cw_those_marked(g, &found);
}

/* Marks everything connected to a place, through members of a set if there is one. */
static void cw_reach(cw_game *g, int64_t place, const cw_marks *allowed, cw_sets near,
                     cw_marks *found) {
  cw_item edge[ITEMS];
  int32_t n = 0;
  if ((uint64_t)place >= ITEMS) { cw_fail(g, CW_OVERFLOW); return; }
  found->in[place] = 1;
  edge[n++] = (cw_item)place;
  while (n) {
    cw_set around = cw_row_of(g, near, edge[--n]);
    for (int32_t i = 0; i < around.n; i++) {
      cw_item other = around.at[i];
      if ((uint32_t)other >= ITEMS || found->in[other]) continue;
      if (!allowed->in[other]) continue;
      found->in[other] = 1;
      edge[n++] = other;
    }
  }
}

static cw_set cw_group(cw_game *g, int64_t place, cw_marks allowed, cw_sets near) {
  cw_marks found;
  if (!place || !cw_held_at(&allowed, place)) return (cw_set){0, 0};
  memset(&found, 0, sizeof found);
  cw_reach(g, place, &allowed, near, &found);
  return cw_those_marked(g, &found);
}

/* The first of each group; without a set, of all places that have neighbours. */
static cw_set cw_groups(cw_game *g, cw_set within, cw_sets near) {
  cw_marks left = cw_marked(within), firsts;
  if (within.n == NO_SET)
    for (int32_t i = 0; i < near.n && i < ITEMS; i++) left.in[i] = near.at[i].n > 0;
  memset(&firsts, 0, sizeof firsts);
  for (int32_t i = 0; i < ITEMS; i++) {
    if (!left.in[i]) continue;
    cw_marks reached;
    memset(&reached, 0, sizeof reached);
    firsts.in[i] = 1;
    cw_reach(g, i, &left, near, &reached);
    for (int32_t j = 0; j < ITEMS; j++) left.in[j] &= (uint8_t)!reached.in[j];
  }
  return cw_those_marked(g, &firsts);
}

static cw_set cw_border(cw_game *g, cw_set within, cw_sets near) {
  cw_marks members = cw_marked(within), found;
  memset(&found, 0, sizeof found);
  for (int32_t i = 0; i < within.n; i++) {
    cw_set around = cw_row_of(g, near, within.at[i]);
    for (int32_t j = 0; j < around.n; j++)
      if ((uint32_t)around.at[j] < ITEMS) found.in[around.at[j]] = !members.in[around.at[j]];
  }
  return cw_those_marked(g, &found);
}

static int64_t cw_distance(cw_game *g, int64_t to, int64_t place, cw_marks allowed, cw_sets near,
                           int64_t no_way) {
  if (!place || !to) return no_way;
  if ((uint64_t)place >= ITEMS) return cw_fail(g, CW_OVERFLOW);
  cw_marks seen;
  cw_item edge[ITEMS];
  int32_t from = 0, end = 1, steps = 0;
  memset(&seen, 0, sizeof seen);
  seen.in[place] = 1;
  edge[0] = (cw_item)place;
  while (from < end && !cw_held_at(&seen, to)) {
    steps++;
    for (int32_t last = end; from < last; from++) {
      cw_set around = cw_row_of(g, near, edge[from]);
      for (int32_t i = 0; i < around.n; i++) {
        cw_item other = around.at[i];
        if ((uint32_t)other >= ITEMS || seen.in[other]) continue;
        seen.in[other] = 1;
        if (allowed.in[other]) edge[end++] = other;
      }
    }
  }
  return cw_held_at(&seen, to) ? steps : no_way;
}

/* The places that these edges join, by id. Paths can enter a closed one, but not continue. */
static cw_sets cw_network(cw_game *g, cw_set edges, cw_sets ends, cw_set closed) {
  cw_marks shut = cw_marked(closed);
  int32_t room = (int32_t)(ITEMS * sizeof(cw_set) / sizeof(cw_item)) + 1;
  g->w->top += g->w->top & 1;
  cw_set *rows = (cw_set *)cw_scratch(g, room);
  memset(rows, 0, ITEMS * sizeof(cw_set));
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < edges.n; i++) {
      cw_set pair = cw_row_of(g, ends, edges.at[i]);
      for (int side = 0; side < 2 && pair.n == 2; side++) {
        cw_item here = pair.at[side], there = pair.at[1 - side];
        if ((uint32_t)here >= ITEMS || shut.in[here]) continue;
        if (pass) ((cw_item *)rows[here].at)[rows[here].n] = there;
        rows[here].n++;
      }
    }
    for (int32_t i = 0; i < ITEMS && !pass; i++) {
      rows[i].at = cw_scratch(g, rows[i].n);
      rows[i].n = 0;
    }
    if (g->w->error) return (cw_sets){0, 0};
  }
  return (cw_sets){rows, ITEMS};
}

/* The length of the shortest path along edges, all of which except the last lead to members of a
   set. */
static int64_t cw_way(cw_game *g, int64_t to, int64_t place, cw_marks allowed, cw_set edges,
                      cw_sets ends, cw_set closed, cw_set lengths, int64_t no_way) {
  if (!place || !to) return no_way;
  if ((uint64_t)place >= ITEMS || (uint64_t)to >= ITEMS) return cw_fail(g, CW_OVERFLOW);
  cw_marks shut = cw_marked(closed), done;
  int64_t best[ITEMS];
  memset(&done, 0, sizeof done);
  allowed.in[place] = 1;
  for (int32_t i = 0; i < ITEMS; i++) best[i] = -1;
  best[place] = 0;
  for (;;) {
    int64_t here = -1;
    for (int32_t i = 0; i < ITEMS; i++)
      if (!done.in[i] && best[i] >= 0 && (here < 0 || best[i] < best[here])) here = i;
    if (here < 0 || g->w->error) return no_way;
    if (here == to) return best[here];
    done.in[here] = 1;
    if (!allowed.in[here] || shut.in[here]) continue;
    for (int32_t i = 0; i < edges.n; i++) {
      cw_set pair = cw_row_of(g, ends, edges.at[i]);
      for (int side = 0; side < 2 && pair.n == 2; side++) {
        int64_t there = pair.at[1 - side];
        if (pair.at[side] != here || (uint64_t)there >= ITEMS) continue;
        int64_t length = best[here] + cw_entry(g, lengths, edges.at[i]);
        if (best[there] < 0 || length < best[there]) best[there] = length;
      }
    }
  }
}
