/* What a compiled game offers to other programs. A game and the memory in which it works things out
   are blocks of memory of the caller, of the sizes given here; nothing is allocated in play. */
#ifndef CARDWRIGHT_H
#define CARDWRIGHT_H
#include <stdint.h>

typedef struct cw_game cw_game; /* a position; copy it with cw_copy */
typedef struct cw_work cw_work; /* each thread needs one of its own; it has nothing of a game */

int64_t cw_size_of_game(void);
int64_t cw_size_of_work(void);

/* Starts a game; the error that it ends with, or 0. Equal seeds give equal games. */
int cw_new(cw_game *g, cw_work *w, uint64_t seed);

/* Who is asked (0: the game is over), at which decision point, and the answers: numbers of things,
   values, or indexes of options; -1 ends a choice, or passes. */
int64_t cw_player(const cw_game *g);
int64_t cw_point_of(const cw_game *g);
int64_t cw_count(const cw_game *g);
int64_t cw_answer(const cw_game *g, int64_t index);
int64_t cw_is_over(const cw_game *g);
int64_t cw_ended(const cw_game *g);

/* Goes on with the answer with this index; the error that the game ends with, or 0. After an error
   the position is of no use: 1 says that something did not fit, and the Python engine goes on. */
int cw_apply(cw_game *g, cw_work *w, int64_t index);
void cw_copy(cw_game *to, const cw_game *from);

/* Answers at random, at most so often; how many answers were given. `random` is the state of
   chance of the players; the error that the game ended with is in `w`. */
int64_t cw_playout(cw_game *g, cw_work *w, uint64_t *random, int64_t most);
int64_t cw_error(const cw_work *w);

/* How often a player, by number, has begun a rule, by its number among the rules, since the last
   cw_count_anew. */
int64_t cw_begun(const cw_work *w, int64_t rule, int64_t player);
void cw_count_anew(cw_work *w);

/* A position as numbers, and back. `cw_export` gives how many there are, which may be more than
   there is room for; `cw_import` gives 0 if they fit. */
int64_t cw_export(const cw_game *g, int64_t *out, int64_t room);
int cw_import(cw_game *g, cw_work *w, const int64_t *in, int64_t n);
#endif
