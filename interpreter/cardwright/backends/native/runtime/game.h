/* The loop that steps a game from question to question, and the functions that other programs call. */

/* Carries out an answer, up to the next block. */
static void cw_give_answer(cw_game *g, int64_t value) {
  int64_t *f = cw_frame_at(g, g->depth - 1), player = g->asked;
  const cw_point *p = &POINT[g->point];
  g->asked = 0;
  if (p->kind == CHOICE) cw_take(g, f, p, value == DONE ? DONE : cw_drawn(g, f, p, value, player));
  else if (p->kind == BRANCH) f[0] = p->blocks[value];
  else if (p->kind == TRIGGER) cw_run_row(g, f, p, cw_drawn_row(g, f, p, value, player));
  else cw_picked(g, f, p, cw_drawn_row(g, f, p, value, player), player);
}

static int cw_step(cw_game *g) {
  cw_work *w = g->w;
  while (g->depth) {
    int64_t *f = cw_frame_at(g, g->depth - 1);
    int asked = ROUTINE[f[1]].run(g, f);
    if (w->error) return w->error;
    w->top = 0;
    if (asked && !cw_automaton(g->asked)) return CW_OK;
    if (asked) {
      int64_t index = cw_automatic(g);
      if (w->error) return w->error;
      cw_give_answer(g, g->answers[index]);
      if (w->error) return w->error;
    }
  }
  g->over = 1;
  if (g->ended == NOT_ENDED) g->ended = MAIN_NAME;
  return CW_OK;
}

static void cw_begin_work(cw_game *g, cw_work *w) {
  g->w = w;
  w->top = w->error = 0;
  w->bottom = SCRATCH;
  memset(w->calls, 0, sizeof w->calls);
  w->left = MAX_OF_ANSWER;
}

/* Adds the steps of the answer to those of the game. */
static int cw_end_work(cw_game *g, int error) {
  g->spent += MAX_OF_ANSWER - g->w->left;
  if (!error && g->spent > MAX_OF_GAME) g->w->error = error = CW_TOO_MUCH_WORK;
  return error;
}

int64_t cw_size_of_game(void) { return sizeof(cw_game); }
int64_t cw_size_of_work(void) { return sizeof(cw_work); }

/* Starts a game; returns the error that it ends with, or 0. */
int cw_new(cw_game *g, cw_work *w, uint64_t seed) {
  memset(g, 0, offsetof(cw_game, answers));
  memcpy(g->s, START, sizeof g->s);
  cw_begin_work(g, w);
  g->rng = seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
  g->ended = NOT_ENDED;
  for (size_t i = 0; i < sizeof PLAYERS / sizeof *PLAYERS; i++)
    cw_put_in(g, SEATS - ZONE_FIRST, PLAYERS[i], g->n[SEATS - ZONE_FIRST]);
  cw_shuffle(g, SEATS);
  w->left = MAX_OF_ANSWER; /* the seats belong to no answer */
  int64_t first = g->z[LIST_AT[SEATS - ZONE_FIRST]];
  cw_push(g, MAIN, &first, 1);
  return cw_end_work(g, w->error ? w->error : cw_step(g));
}

/* Continues with the answer with this index; returns the error that the game ends with, or 0. */
int cw_apply(cw_game *g, cw_work *w, int64_t index) {
  if (!g->asked || index < 0 || index >= g->count) return CW_NO_SUCH_ANSWER;
  cw_begin_work(g, w);
  cw_give_answer(g, g->answers[index]);
  return cw_end_work(g, w->error ? w->error : cw_step(g));
}

/* Continues without a question, in an imported position with frames to run. */
int cw_go_on(cw_game *g, cw_work *w) {
  if (g->asked || g->over) return CW_NO_SUCH_ANSWER;
  cw_begin_work(g, w);
  return cw_end_work(g, cw_step(g));
}

void cw_copy(cw_game *to, const cw_game *from) {
  memcpy(to, from, offsetof(cw_game, answers) + (size_t)from->count * sizeof(cw_item));
  memcpy(to->stack, from->stack, (size_t)from->top * sizeof(int64_t));
}

/* ---------------------------------------------------------------------- positions at rest */

/* Writes the used part of a position, which is a small part of its memory; returns its size in
   bytes. */
int64_t cw_pack(const cw_game *g, char *out, int64_t room) {
  size_t most = offsetof(cw_game, answers), answers = (size_t)g->count * sizeof(cw_item);
  size_t stack = (size_t)g->top * sizeof(int64_t), size = most + answers + stack;
  if ((int64_t)size > room) return (int64_t)size;
  memcpy(out, g, most);
  memcpy(out + most, g->answers, answers);
  memcpy(out + most + answers, g->stack, stack);
  return (int64_t)size;
}

/* Restores what `cw_pack` wrote, without checking whether it fits. */
void cw_unpack(cw_game *g, const char *in) {
  size_t most = offsetof(cw_game, answers);
  memcpy(g, in, most);
  memcpy(g->answers, in + most, (size_t)g->count * sizeof(cw_item));
  memcpy(g->stack, in + most + (size_t)g->count * sizeof(cw_item),
         (size_t)g->top * sizeof(int64_t));
}

/* The answers, as many as there is room for. */
void cw_all_answers(const cw_game *g, int64_t *out, int64_t room) {
  for (int64_t i = 0; i < g->count && i < room; i++) out[i] = g->answers[i];
}

int64_t cw_player(const cw_game *g) { return g->asked; }
int64_t cw_point_of(const cw_game *g) { return g->asked ? g->point : -1; }
int64_t cw_count(const cw_game *g) { return g->asked ? g->count : 0; }
int64_t cw_answer(const cw_game *g, int64_t index) { return g->answers[index]; }
int64_t cw_is_over(const cw_game *g) { return g->over; }
int64_t cw_ended(const cw_game *g) { return g->ended; }
int64_t cw_spent(const cw_game *g) { return g->spent; }
void cw_spent_before(cw_game *g, int64_t steps) { g->spent = steps; }

/* Plays on at random; returns the number of answers. The error is in `w`. */
int64_t cw_playout(cw_game *g, cw_work *w, uint64_t *random, int64_t most) {
  int64_t given = 0;
  w->error = 0;
  while (g->asked && given < most && !w->error) {
    given++;
    cw_apply(g, w, cw_below(random, g->count));
  }
  return given;
}

int64_t cw_error(const cw_work *w) { return w->error; }

int64_t cw_begun(const cw_work *w, int64_t rule, int64_t player) {
  return rule >= 0 && rule < RULES && player >= 0 && player < SEATED ? w->begun[rule][player] : 0;
}
void cw_count_anew(cw_work *w) { memset(w->begun, 0, sizeof w->begun); }

/* ---------------------------------------------------------------- positions as numbers */

enum { FOLDED = -1 }; /* in place of the room: all of these numbers become one */

static int64_t cw_write(int64_t *out, int64_t room, int64_t at, int64_t value) {
  if (at < room) out[at] = value;
  if (room == FOLDED) *out = ((*out << 7 | (int64_t)((uint64_t)*out >> 57)) ^ value) * 0x100000001B3;
  return at + 1;
}

/* Writes a position as numbers; returns how many there are, which may be more than there is room
   for. */
int64_t cw_export(const cw_game *g, int64_t *out, int64_t room) {
  int64_t at = 0, head[] = {(int64_t)g->rng, g->over, g->ended, g->asked, g->point,
                            g->asked ? g->count : 0, g->depth};
  for (size_t i = 0; i < sizeof head / sizeof *head; i++) at = cw_write(out, room, at, head[i]);
  for (int64_t i = 0; i < head[5]; i++) at = cw_write(out, room, at, g->answers[i]);
  for (int32_t i = 0; i < CELLS; i++) at = cw_write(out, room, at, g->s[i]);
  for (int32_t i = 0; i < LISTS; i++) {
    at = cw_write(out, room, at, g->n[i]);
    for (int32_t j = 0; j < g->n[i]; j++) at = cw_write(out, room, at, g->z[LIST_AT[i] + j]);
  }
  for (int32_t i = 0; i < g->depth; i++) {
    const int64_t *f = g->stack + g->base[i];
    const cw_routine *r = &ROUTINE[f[1]];
    at = cw_write(out, room, cw_write(out, room, at, f[0]), f[1]);
    for (int32_t j = 0; j < r->registers; j++) {
      cw_set set = cw_held(f, FRAME + j);
      int is_set = r->sets[j] && f[FRAME + j];
      at = cw_write(out, room, at, is_set ? set.n : r->sets[j] ? NO_SET : f[FRAME + j]);
      for (int32_t k = 0; is_set && k < set.n; k++) at = cw_write(out, room, at, set.at[k]);
    }
  }
  return at;
}

uint64_t cw_digest(const cw_game *g) {
  int64_t found = (int64_t)0xCBF29CE484222325u;
  cw_export(g, &found, FOLDED);
  return (uint64_t)found;
}

/* Imports a position that was exported, or made elsewhere; returns 0 if it fits. */
int cw_import(cw_game *g, cw_work *w, const int64_t *in, int64_t n) {
  int64_t at = 7, end = 7 + CELLS;
  memset(g, 0, offsetof(cw_game, answers));
  cw_begin_work(g, w);
  if (n < end || in[5] < 0 || in[5] > ANSWERS || n < end + in[5]) return CW_OVERFLOW;
  g->rng = (uint64_t)in[0];
  g->over = (int32_t)in[1];
  g->ended = (int32_t)in[2];
  g->asked = (int32_t)in[3];
  g->point = (int32_t)in[4];
  g->count = (int32_t)in[5];
  for (int32_t i = 0; i < g->count; i++) g->answers[i] = (cw_item)in[at++];
  for (int32_t i = 0; i < CELLS; i++) g->s[i] = in[at++];
  for (int32_t i = 0; i < LISTS; i++) {
    int64_t size = at < n ? in[at++] : -1;
    if (size < 0 || size > LIST_CAPACITY[i] || at + size > n) return CW_OVERFLOW;
    for (g->n[i] = 0; g->n[i] < size; g->n[i]++) {
      if (in[at] < 0 || in[at] >= ITEMS) return CW_OVERFLOW; /* lists have things, and no test asks */
      g->z[LIST_AT[i] + g->n[i]] = (cw_item)in[at++];
    }
  }
  for (int64_t i = 0; i < in[6]; i++) {
    int64_t *f = at + 2 <= n ? cw_frame(g, in[at + 1]) : 0;
    if (!f) return CW_OVERFLOW;
    const cw_routine *r = &ROUTINE[f[1]];
    f[0] = in[at];
    at += 2;
    for (int32_t j = 0; j < r->registers; j++) {
      int64_t value = at < n ? in[at++] : 0;
      if (!r->sets[j]) { f[FRAME + j] = value; continue; }
      if (value < 0) continue;
      if (value > r->most[j] || at + value > n) return CW_OVERFLOW;
      cw_item *members = (cw_item *)(f + r->sets[j]);
      for (int64_t k = 0; k < value; k++) members[k] = (cw_item)in[at++];
      f[FRAME + j] = (int64_t)r->sets[j] << 32 | (value + 1);
    }
  }
  return at == n ? CW_OK : CW_OVERFLOW;
}
