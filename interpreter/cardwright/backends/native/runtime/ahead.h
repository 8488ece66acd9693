/* Looking ahead: what a position is worth to each player, and playouts in which everybody takes the
   best of a few ways to finish an action. The counterpart in Python is
   `cardwright/players/playout.py`. */

#define WON 1000000000000 /* more than any lead */
#define BROKEN (-2 * WON) /* the worth of a way to an error of the pack */

enum { FARTHEST = 40 };   /* answers in one action, after which the position is judged as it is */

/* The nesting depth of the rules that ask; an event that is replied to in a window is not over. */
static int32_t cw_level(const cw_game *g) {
  int32_t level = g->depth;
  while (level > 1 && WINDOW[g->stack[g->base[level - 1] + 1]].is_one) level--;
  return level;
}

/* Adds the worth of a finished game. */
static void cw_add_ending(cw_game *g, int64_t *out) {
  cw_set won = cw_won(g);
  for (int32_t i = 0; i < PLAYER_COUNT; i++) {
    int32_t at = 0;
    while (at < won.n && won.at[at] != PLAYERS[i]) at++;
    if (at < won.n) out[i] += WON / won.n;
    else if (won.n || TOGETHER) out[i] -= WON;
  }
}

/* Computes the lead of each player, in the order of their numbers; returns the error, or 0. */
int cw_worths(cw_game *g, cw_work *w, int64_t *out) {
  int64_t total = 0;
  cw_begin_work(g, w);
  for (int32_t i = 0; i < PLAYER_COUNT; i++) {
    out[i] = cw_number(g, PLAYERS[i]);
    if (out[i] > WON || out[i] < -WON) return w->error = CW_OVERFLOW;
    total += out[i];
  }
  for (int32_t i = 0; i < PLAYER_COUNT; i++) out[i] = TOGETHER ? total : PLAYER_COUNT * out[i] - total;
  if (g->over) cw_add_ending(g, out);
  return w->error;
}

/* Gives one answer, and finishes the action at random, while other players decline if they can.
   Returns how many answers that took, or 0 after an error. */
static int64_t cw_act_out(cw_game *g, cw_work *w, uint64_t *random, int64_t index) {
  int64_t given = 1, me = g->asked;
  int32_t level = cw_level(g), kind = POINT[g->point].kind;
  int32_t mine = level - (kind != MENU && kind != TRIGGER);
  if (cw_apply(g, w, index)) return 0;
  for (; g->asked && given < FARTHEST && g->depth > (g->asked == me ? mine : level); given++)
    if (cw_apply(g, w, g->asked == me ? cw_below(random, g->count) : g->count - 1)) return 0;
  return given;
}

/* Gives this answer in a copy, finishes the action at random, and computes what that is worth to
   the player who is asked; the copy keeps the result. Returns the number of answers, or 0 if
   something did not fit. */
static int64_t cw_try(const cw_game *g, cw_game *copy, cw_work *w, uint64_t *random, int64_t index,
                      int64_t *worth) {
  int64_t worths[PLAYER_COUNT];
  cw_copy(copy, g);
  int64_t given = cw_act_out(copy, w, random, index);
  if (given) cw_worths(copy, w, worths);
  *worth = w->error ? BROKEN : worths[cw_asked_index(g)];
  return w->error == CW_OVERFLOW ? 0 : w->error ? 1 : given;
}

/* Takes the best of so many ways to finish the action; returns how many answers that took, or 0. If
   chance plays a part in the best way, only its first answer is given, with new random results. */
static int64_t cw_act(cw_game *g, cw_work *w, cw_game *spare, uint64_t *random, int64_t tries) {
  cw_game *copy = spare, *kept = spare + 1;
  int64_t best = INT64_MIN, answers = 0, first = 0, worth;
  if (g->count == 1) return !cw_apply(g, w, 0);
  for (int64_t i = 0; i < tries; i++) {
    int64_t index = cw_below(random, g->count);
    int64_t given = cw_try(g, copy, w, random, index, &worth);
    if (!given) return 0;
    if (worth <= best) continue;
    cw_game *other = kept;
    best = worth, first = index, answers = given, kept = copy, copy = other;
  }
  if (best > BROKEN && kept->rng == g->rng) { cw_copy(g, kept); return answers; }
  g->rng = cw_bits(random);
  return !cw_apply(g, w, first);
}

/* Plays on for about `most` answers; returns the error, or 0. `spare`: memory for two games. */
int cw_play_well(cw_game *g, cw_work *w, void *spare, uint64_t *random, int64_t tries, int64_t most) {
  w->error = CW_OK;
  for (int64_t given = 0; g->asked && given < most;) {
    int64_t more = cw_act(g, w, spare, random, tries);
    if (!more) return w->error;
    given += more;
  }
  return CW_OK;
}

/* Computes, for each answer, what the best of so many ways to finish the action with it is worth to
   the player who is asked; returns the error, or 0. */
int cw_promises(cw_game *g, cw_work *w, void *spare, uint64_t *random, int64_t tries, int64_t *out) {
  int64_t worth;
  for (int64_t i = 0; i < g->count; i++) {
    out[i] = INT64_MIN;
    for (int64_t n = 0; n < tries; n++) {
      if (!cw_try(g, spare, w, random, i, &worth)) return w->error;
      if (worth > out[i]) out[i] = worth;
    }
  }
  return CW_OK;
}

void cw_reseed(cw_game *g, uint64_t rng) { g->rng = rng; }
