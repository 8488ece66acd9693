/* The primitives of numbers, cells and sets, as in `backends/intrinsics.py`. */

#define MAX_NUMBER 1000000000000
#define MAX_RANGE 1000

/* -------------------------------------------------------------------------------- numbers */

static inline int64_t cw_min(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t cw_max(int64_t a, int64_t b) { return b > a ? b : a; }

/* Rounded down; dividing by 0 gives 0. The lowest number divided by -1, which has no result, goes
   to Python. */
static inline int64_t cw_div(cw_game *g, int64_t a, int64_t b) {
  if (!b) return 0;
  if (b == -1) return cw_sub(g, 0, a);
  int64_t found = a / b;
  return found - (a % b != 0 && (a < 0) != (b < 0));
}

static inline int64_t cw_mod(cw_game *g, int64_t a, int64_t b) {
  return b && b != -1 ? a - cw_div(g, a, b) * b : 0;
}

static inline int64_t cw_product(cw_game *g, int64_t a, int64_t b) {
  int64_t found;
  if (__builtin_mul_overflow(a, b, &found) || found > MAX_NUMBER || found < -MAX_NUMBER)
    return cw_fail(g, CW_OUT_OF_RANGE);
  return found;
}

/* ---------------------------------------------------------------------------------- cells */

static inline int64_t cw_cell_or_zero(cw_game *g, int64_t offset, int64_t index) {
  return index ? cw_cell(g, offset + index) : 0;
}

static inline int64_t cw_cell_index(int64_t item, int64_t offset) {
  return item ? item + offset : -1;
}

static inline int64_t cw_place_of_named(cw_game *g, int64_t offset) {
  return offset >= 0 ? cw_cell(g, cw_cell(g, offset)) : 0;
}

/* Whether a place is the thing itself, or on it. */
static inline int64_t cw_carries(cw_game *g, int64_t item, int64_t place) {
  for (int i = 0; i < CELLS && place && place != item; i++) place = cw_cell(g, place);
  return item && place == item;
}

static inline int64_t cw_is_gone(cw_game *g, int64_t place, cw_set gone) {
  return cw_cell(g, cw_entry(g, gone, place));
}

static inline int64_t cw_if_in_game(cw_game *g, int64_t place, cw_set gone) {
  return cw_is_gone(g, place, gone) ? 0 : place;
}

static cw_set cw_those_in_game(cw_game *g, cw_set places, cw_set gone) {
  cw_item *found = cw_scratch(g, places.n);
  int32_t n = 0;
  for (int32_t i = 0; i < places.n; i++)
    if (!cw_is_gone(g, places.at[i], gone)) found[n++] = places.at[i];
  return (cw_set){found, n};
}

/* A ray up to the first place that is out of the game. */
static cw_set cw_in_game_ray(cw_game *g, cw_set ray, cw_set gone) {
  int32_t n = 0;
  while (n < ray.n && !cw_is_gone(g, ray.at[n], gone)) n++;
  return (cw_set){ray.at, n};
}

static inline int64_t cw_if_member(int64_t item, cw_members members) {
  return cw_is_member(item, members) ? item : 0;
}

static inline int64_t cw_if_form(cw_game *g, int64_t forms, int64_t item, cw_members members) {
  return cw_is_member(cw_cell(g, forms + item), members) ? item : 0;
}

/* Exchanges the value of a cell; -1 is the last one. */
static inline void cw_as_if(cw_game *g, const int64_t *at, int64_t *value) {
  int64_t cell = *at < 0 ? *at + CELLS : *at, was = cw_cell(g, cell);
  if ((uint64_t)cell < CELLS) g->s[cell] = *value;
  *value = was;
}

/* ----------------------------------------------------------------------- heavy expressions */

/* Whether a definition may call itself once more. */
static inline int cw_deeper(cw_game *g, int32_t number, int32_t most) {
  if (g->w->error) return 0;
  if (g->w->calls[number] >= most) return (int)cw_fail(g, CW_TOO_DEEP);
  if (!cw_spend(g, 1)) return 0;
  g->w->calls[number]++;
  return 1;
}

/* The members of a set; counts steps for each. */
static inline cw_set cw_counted(cw_game *g, cw_set of, int64_t weight) {
  cw_spend(g, weight * of.n);
  return of;
}

/* ----------------------------------------------------------------------------------- sets */

static inline int64_t cw_sum(cw_set of) {
  int64_t found = 0;
  for (int32_t i = 0; i < of.n; i++) found += of.at[i];
  return found;
}

/* 0 for an empty set. */
static inline int64_t cw_highest(cw_set of) {
  int64_t found = of.n ? of.at[0] : 0;
  for (int32_t i = 1; i < of.n; i++) if (of.at[i] > found) found = of.at[i];
  return found;
}

static inline int64_t cw_lowest(cw_set of) {
  int64_t found = of.n ? of.at[0] : 0;
  for (int32_t i = 1; i < of.n; i++) if (of.at[i] < found) found = of.at[i];
  return found;
}

static inline int64_t cw_first(cw_set of) { return of.n ? of.at[0] : 0; }

static inline int64_t cw_only(cw_set of) { return of.n == 1 ? of.at[0] : 0; }

/* Counted from 1; outside the set it is 0. */
static inline int64_t cw_nth(int64_t index, cw_set of) {
  return index >= 1 && index <= of.n ? of.at[index - 1] : 0;
}

static cw_set cw_numbers(cw_game *g, int64_t low, int64_t high) {
  high = cw_min(high, low + MAX_RANGE - 1);
  int32_t n = high < low ? 0 : (int32_t)(high - low + 1);
  cw_item *found = cw_scratch(g, n);
  for (int32_t i = 0; i < n; i++) found[i] = cw_small(g, low + i);
  return (cw_set){found, n};
}

static cw_set cw_without_none(cw_game *g, cw_set of) {
  cw_item *found = cw_scratch(g, of.n);
  int32_t n = 0;
  for (int32_t i = 0; i < of.n; i++) if (of.at[i]) found[n++] = of.at[i];
  return (cw_set){found, n};
}

/* Space for a number for each member. */
static int64_t *cw_keys(cw_game *g, int64_t n) {
  g->w->top += g->w->top & 1;
  return (int64_t *)cw_scratch(g, 2 * n);
}

/* All members with the highest (sign 1) or lowest (-1) key. */
static cw_set cw_arg_best(cw_game *g, cw_set of, const int64_t *keys, int64_t sign) {
  int64_t most = 0;
  for (int32_t i = 0; i < of.n; i++) if (!i || sign * keys[i] > most) most = sign * keys[i];
  cw_item *found = cw_scratch(g, of.n);
  int32_t n = 0;
  for (int32_t i = 0; i < of.n; i++) if (sign * keys[i] == most) found[n++] = of.at[i];
  return (cw_set){found, n};
}

static int64_t cw_first_best(cw_game *g, cw_set of, const int64_t *keys, int64_t sign) {
  (void)g;
  int32_t best = 0;
  for (int32_t i = 1; i < of.n; i++) if (sign * keys[i] > sign * keys[best]) best = i;
  return of.n ? of.at[best] : 0;
}

/* Members with equal keys stay in their order. The keys are sorted, too. */
static cw_set cw_sort_by(cw_game *g, cw_set of, int64_t *keys) {
  of = cw_copied(g, of);
  cw_item *found = (cw_item *)of.at;
  for (int32_t i = 1; i < of.n; i++) {
    cw_item item = found[i];
    int64_t key = keys[i];
    int32_t at = i;
    for (; at && keys[at - 1] > key; at--) { found[at] = found[at - 1]; keys[at] = keys[at - 1]; }
    found[at] = item;
    keys[at] = key;
  }
  return of;
}

/* The first member for each key. */
static cw_set cw_distinct(cw_game *g, cw_set of, int64_t *keys) {
  cw_item *found = cw_scratch(g, of.n);
  int32_t n = 0;
  for (int32_t i = 0; i < of.n; i++) {
    int32_t same = 0;
    while (same < n && keys[same] != keys[i]) same++;
    if (same == n) { keys[n] = keys[i]; found[n++] = of.at[i]; }
  }
  return (cw_set){found, n};
}

/* The members before the first one with the key 0; with `last`, that one, too. */
static cw_set cw_take_while(cw_game *g, cw_set of, const int64_t *keys, int64_t last) {
  (void)g;
  int32_t n = 0;
  while (n < of.n && keys[n]) n++;
  return (cw_set){of.at, n + (last && n < of.n)};
}

/* The members rotated to begin at `start`; unchanged if it is not among them. */
static cw_set cw_start_from(cw_game *g, cw_set of, int64_t start) {
  int32_t from = 0;
  while (from < of.n && of.at[from] != start) from++;
  if (from == of.n) return cw_copied(g, of);
  cw_item *found = cw_scratch(g, of.n);
  for (int32_t i = 0; i < of.n; i++) found[i] = of.at[(from + i) % of.n];
  return (cw_set){found, of.n};
}

static inline int64_t cw_top(cw_set of, int64_t bottom) {
  return of.n ? of.at[bottom ? of.n - 1 : 0] : 0;
}

static inline cw_set cw_take_top(cw_game *g, cw_set of, int64_t bottom, int64_t count) {
  int32_t n = (int32_t)cw_min(cw_max(0, count), of.n);
  return cw_copied(g, (cw_set){of.at + (bottom ? of.n - n : 0), n});
}

static cw_set cw_in_mask(cw_game *g, int64_t mask, cw_set members) {
  cw_item *found = cw_scratch(g, members.n);
  int32_t n = 0;
  for (int32_t i = 0; i < members.n; i++)
    if (i < 63 && mask >> i & 1) found[n++] = members.at[i];
  return (cw_set){found, n};
}

static int64_t cw_mask_of(cw_set values, cw_set members) {
  int64_t found = 0;
  for (int32_t i = 0; i < members.n && i < 63; i++)
    if (cw_in(members.at[i], values)) found |= (int64_t)1 << i;
  return found;
}

/* ------------------------------------------------------------------------ zones and seats */

static inline int64_t cw_zone_of(int64_t player, int64_t before) {
  return player ? player + before : 0;
}

static inline cw_set cw_contents_of(cw_game *g, int64_t zone, int64_t first) {
  return zone ? cw_list(g, zone - first) : (cw_set){0, 0};
}

static void cw_sort(cw_item *found, int32_t n) {
  for (int32_t i = 1; i < n; i++) {
    cw_item item = found[i];
    int32_t at = i;
    for (; at && found[at - 1] > item; at--) found[at] = found[at - 1];
    found[at] = item;
  }
}

/* The content of some lists, in the order of their numbers. */
static cw_set cw_in_lists(cw_game *g, int64_t first, int64_t end) {
  int32_t n = 0;
  end = cw_min(end, LISTS);
  for (int64_t list = first; list < end; list++) n += cw_list(g, list).n;
  cw_item *found = cw_scratch(g, n);
  n = 0;
  for (int64_t list = first; list < end; list++) {
    cw_set here = cw_list(g, list);
    for (int32_t i = 0; i < here.n; i++) found[n++] = here.at[i];
  }
  cw_sort(found, n);
  return (cw_set){found, n};
}

/* Counted from 1; 0 if it is not there. */
static inline int64_t cw_rank_in(cw_set zone, int64_t item) {
  for (int32_t i = 0; i < zone.n; i++) if (zone.at[i] == item) return i + 1;
  return 0;
}

static inline int64_t cw_position(cw_game *g, int64_t zone, int64_t item) {
  return zone >= 0 && zone < LISTS ? cw_rank_in(cw_list(g, zone), item) : 0;
}

static inline int64_t cw_next_seat(cw_set seats, int64_t player) {
  int64_t rank = cw_rank_in(seats, player);
  return rank ? seats.at[rank % seats.n] : 0;
}

static inline int64_t cw_seat_before(cw_set seats, int64_t player) {
  int64_t rank = cw_rank_in(seats, player);
  return rank ? seats.at[rank > 1 ? rank - 2 : seats.n - 1] : 0;
}
