/* The types of a game and of a program's tables. All arrays have fixed sizes, which the program's
   own text defines before this one: CELLS, LISTS, ITEMS, STACK and so on. */
/* A program uses only some of the functions and tables that all programs have. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wparentheses-equality"
#endif
#include <stdint.h>
#include <stddef.h>
#if __has_include(<string.h>)
#include <string.h>
#else /* WebAssembly without a system */
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *at, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

typedef int32_t cw_item; /* a member of a set */
typedef struct { const cw_item *at; int32_t n; } cw_set;
typedef struct { const cw_set *at; int32_t n; } cw_sets;     /* a table of sets */
typedef struct { const cw_sets *at; int32_t n; } cw_tables;  /* a table of these */
typedef struct { const uint8_t *at; int32_t n; } cw_members; /* 1 for each member */

enum {
  DEPTH = 200,   /* frames on the stack */
  FRAME = 2,     /* in a frame, registers follow the block and the routine */
  DONE = -1,     /* the answer that ends a choice of several */
  NO_SET = -1    /* the size of a set if there are none at all */
};

/* Working memory for values; each thread has one, and it holds nothing that belongs to a game. Sets
   grow up from the start of `scratch`, those under construction grow down from its end. */
struct cw_work {
  int64_t left; /* steps that the answer may still take */
  int32_t top, bottom, error;
  int32_t calls[RECURSIVE]; /* the depth of definitions that call themselves */
  int64_t begun[RULES][SEATED]; /* how often each player has begun each rule */
  cw_item scratch[SCRATCH] __attribute__((aligned(8)));
};

/* A frame: its block, its routine, a word for each register, and after these the members of sets.
   If a register is a set, its word has the position of the members and their number plus one; 0
   means that it was never set. */
struct cw_game {
  cw_work *w;
  uint64_t rng;
  int64_t spent; /* steps of all answers so far */
  int32_t over, ended, asked, point, depth, top, count; /* `count`: the number of answers */
  int32_t base[DEPTH];                                  /* where frames begin in the stack */
  int64_t s[CELLS];
  int32_t n[LISTS];
  cw_item z[LISTED];
  cw_item answers[ANSWERS];
  int64_t stack[STACK];
};

typedef int64_t cw_of_frame(cw_game *g, const int64_t *f);
typedef cw_of_frame *cw_frame_function;
typedef int64_t cw_of_member(cw_game *g, const int64_t *f, int64_t item);
typedef int64_t cw_of_args(cw_game *g, const int64_t *args);

typedef struct { cw_of_member *number, *key; int varies; } cw_limit;

typedef struct {
  cw_of_args *test, *payable;
  int32_t this, limit_cell, routine, anywhere, name, weight;
  cw_members looks; /* the designs in which a thing offers it; none if they never change */
} cw_row;

/* The registers of an `all at once` block. */
typedef struct { int32_t open, active, routines, ids; } cw_at_once;
typedef struct { const cw_at_once *at; int32_t n; } cw_batches;
typedef struct { int32_t routine, this, row; } cw_trigger; /* the row of an ability of a thing */

enum { NO_POINT, CHOICE, BRANCH, MENU, TRIGGER };

/* A decision point. `source` to `spent` are positions in the frame, -1 for none. */
typedef struct {
  int kind;
  cw_of_frame *chooser;
  int32_t ask, done;
  /* a choice */
  int32_t source, chosen, low, high, result, needed, spent, weight;
  uint8_t many, again, random, interchangeable, ordered;
  const cw_limit *limits;
  /* a branch, or what a menu was opened with */
  const cw_frame_function *tests;
  const int32_t *blocks, *names;
  int32_t limit_count, test_count;
  /* a menu */
  const cw_row *rows;
  const cw_frame_function *needs;
  const uint8_t *lists;
  int32_t row_count, need_count, passed;
  uint8_t can_pass, always;
  /* what waited */
  cw_at_once waiting;
  const cw_trigger *found;
  int32_t found_count;
} cw_point;

/* A lasting effect: its copies, and the cells for what they took. */
typedef struct {
  const cw_item *copies;
  const int32_t *cells, *things;
  const uint8_t *plain; /* by cell: whether 0 is a value */
  cw_of_args *holds;
  int32_t copy_count, cell_count, thing_count, zone, source, begun, has_begun, weight;
} cw_effect;

/* An answer of an automaton: at random, by a test, by keys, or by names. */
typedef cw_of_args *cw_args_function;
typedef struct {
  int random;
  cw_args_function test;
  const cw_args_function *keys;
  const int32_t *signs;
  int32_t key_count;
  cw_set names;
  int32_t weight;
} cw_answers;

/* How the answers of a point are numbered as actions; see `program/actions.py`. */
enum { BY_NOTHING, BY_THING, BY_VALUE, BY_ORDER, BY_TABLE };
typedef struct { int32_t by, first; const int32_t *of, *unseen; int32_t n; } cw_numbering;

/* A cell that players may see, and things that share rows; see `program/observation.py`. */
typedef struct { int64_t at; uint8_t seen_by, keeps, refers; } cw_column;
typedef struct {
  const cw_column *columns;
  const int32_t *ids;
  int32_t n, count, width, moves;
} cw_copies;

typedef struct {
  int (*run)(cw_game *g, int64_t *f);
  int32_t block, registers, size; /* `size`: words of a frame */
  const int32_t *sets; /* by register: where its members are in a frame; 0 for a number */
  const int32_t *most; /* by register: how many members there is room for */
} cw_routine;

/* From one block of a routine to another. */
#define NEXT                                                                       \
  do {                                                                             \
    if (g->w->error) return 0;                                                      \
    g->w->top = 0;                                                                 \
  } while (0)

static const cw_routine ROUTINE[ROUTINES];
static const cw_point POINT[POINTS];
static const int32_t LIST_AT[LISTS], LIST_CAPACITY[LISTS]; /* where lists begin, and the most they hold */

/* -------------------------------------------------------------------------------- errors */

/* Rarely called, so it is not inlined: this saves the compiler a tenth of its work. */
static __attribute__((cold, noinline)) int64_t cw_fail(cw_game *g, int error) {
  if (!g->w->error) g->w->error = error;
  return 0;
}

/* Counts steps of the answer; returns whether some are left. */
static inline int cw_spend(cw_game *g, int64_t steps) {
  return (g->w->left -= steps) >= 0 || cw_fail(g, CW_TOO_MUCH_WORK);
}

static inline int64_t cw_add(cw_game *g, int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? cw_fail(g, CW_OVERFLOW) : sum;
}

static inline int64_t cw_sub(cw_game *g, int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_sub_overflow(a, b, &sum) ? cw_fail(g, CW_OVERFLOW) : sum;
}

/* ------------------------------------------------------------------------------- reading */

static inline int64_t cw_cell(cw_game *g, int64_t at) {
  return (uint64_t)at < CELLS ? g->s[at] : cw_fail(g, CW_OVERFLOW);
}

static inline int64_t cw_is_thing(cw_game *g, int64_t item) {
  return (uint64_t)item < ITEMS ? 1 : cw_fail(g, CW_OVERFLOW);
}

static inline cw_set cw_list(cw_game *g, int64_t list) {
  if ((uint64_t)list >= LISTS) { cw_fail(g, CW_OVERFLOW); return (cw_set){0, 0}; }
  return (cw_set){g->z + LIST_AT[list], g->n[list]};
}

static inline int64_t cw_entry(cw_game *g, cw_set of, int64_t at) {
  return (uint64_t)at < (uint64_t)of.n ? of.at[at] : cw_fail(g, CW_OVERFLOW);
}

static inline cw_set cw_row_of(cw_game *g, cw_sets of, int64_t at) {
  if ((uint64_t)at < (uint64_t)of.n) return of.at[at];
  cw_fail(g, CW_OVERFLOW);
  return (cw_set){0, 0};
}

static inline cw_sets cw_table_of(cw_game *g, cw_tables of, int64_t at) {
  if ((uint64_t)at < (uint64_t)of.n) return of.at[at];
  cw_fail(g, CW_OVERFLOW);
  return (cw_sets){0, 0};
}

static inline int cw_in(int64_t item, cw_set of) {
  for (int32_t i = 0; i < of.n; i++) if (of.at[i] == item) return 1;
  return 0;
}

static inline int cw_is_member(int64_t item, cw_members of) {
  return (uint64_t)item < (uint64_t)of.n && of.at[item];
}

static inline int cw_same(cw_set a, cw_set b) {
  return a.n == b.n && (!a.n || !memcmp(a.at, b.at, (size_t)a.n * sizeof(cw_item)));
}

/* ------------------------------------------------------------------------------- scratch */

/* Room for so many members; if there is none left, it is shared with others, and the game has
   failed. */
static inline cw_item *cw_scratch(cw_game *g, int64_t n) {
  cw_work *w = g->w;
  if (w->top + n > w->bottom) {
    cw_fail(g, CW_OVERFLOW);
    return w->scratch; /* no set is larger than the whole of it */
  }
  cw_item *found = w->scratch + w->top;
  w->top += (int32_t)n;
  return found;
}

/* A member of a set under construction, of which there are `n` so far. */
static inline int32_t cw_push_down(cw_game *g, int64_t value) {
  cw_work *w = g->w;
  if (w->bottom <= w->top || value != (cw_item)value) return (int32_t)cw_fail(g, CW_OVERFLOW);
  w->scratch[--w->bottom] = (cw_item)value;
  return 1;
}

/* The members constructed since the end was at `bottom`, in order. */
static inline cw_set cw_constructed(cw_game *g, int32_t bottom) {
  cw_work *w = g->w;
  int32_t n = bottom - w->bottom;
  const cw_item *from = w->scratch + bottom;
  w->bottom = bottom;
  cw_item *found = cw_scratch(g, n);
  /* It must not overlap the set under construction. */
  if (found + n > from - n) { cw_fail(g, CW_OVERFLOW); return (cw_set){0, 0}; }
  for (int32_t i = 0; i < n; i++) found[i] = from[-1 - i];
  return (cw_set){found, n};
}

static inline cw_item cw_small(cw_game *g, int64_t value) {
  return value == (cw_item)value ? (cw_item)value : (cw_item)cw_fail(g, CW_OVERFLOW);
}

static inline cw_set cw_copied(cw_game *g, cw_set of) {
  cw_item *found = cw_scratch(g, of.n);
  if (of.n) memmove(found, of.at, (size_t)of.n * sizeof(cw_item));
  return (cw_set){found, of.n};
}

/* -------------------------------------------------------------------------------- frames */

static inline cw_set cw_held(const int64_t *f, int at) {
  int32_t n = (int32_t)(f[at] & 0xffffffff) - 1;
  return (cw_set){(const cw_item *)(f + (f[at] >> 32)), n < 0 ? 0 : n};
}

/* A set in a frame. `at` counts from the start of the frame. */
static void cw_keep(cw_game *g, int64_t *f, int at, cw_set set) {
  const cw_routine *r = &ROUTINE[f[1]];
  int32_t from = r->sets[at - FRAME];
  if (!from || set.n > r->most[at - FRAME]) { cw_fail(g, CW_OVERFLOW); return; }
  if (set.n) memmove(f + from, set.at, (size_t)set.n * sizeof(cw_item));
  f[at] = (int64_t)from << 32 | (uint32_t)(set.n + 1);
}

/* A new frame with nothing in it; none if there is no room. */
static int64_t *cw_frame(cw_game *g, int64_t routine) {
  if ((uint64_t)routine >= ROUTINES) { cw_fail(g, CW_OVERFLOW); return 0; }
  const cw_routine *r = &ROUTINE[routine];
  if (g->depth >= DEPTH) { cw_fail(g, CW_TOO_DEEP); return 0; }
  if (g->top + r->size > STACK) { cw_fail(g, CW_OVERFLOW); return 0; }
  int64_t *f = g->stack + g->top;
  g->base[g->depth++] = g->top;
  g->top += r->size;
  f[0] = r->block;
  f[1] = routine;
  memset(f + FRAME, 0, (size_t)r->registers * sizeof(int64_t));
  return f;
}

static inline void cw_begun_by(cw_game *g, int32_t rule, int64_t player) {
  if (player > 0 && player < SEATED) g->w->begun[rule][player]++;
}

static inline void cw_leave(cw_game *g) {
  g->top = g->base[--g->depth];
}

/* --------------------------------------------------------------------------------- chance */

static inline uint64_t cw_bits(uint64_t *state) {
  uint64_t bits = (*state += 0x9E3779B97F4A7C15u);
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

static inline uint64_t cw_seeded(int64_t seed) {
  return (uint64_t)seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
}

/* A number from 0 to limit - 1. */
static inline int64_t cw_below(uint64_t *state, int64_t limit) {
  return (int64_t)(((unsigned __int128)cw_bits(state) * (uint64_t)limit) >> 64);
}
