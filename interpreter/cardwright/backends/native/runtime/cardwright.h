/* What a compiled game offers to other programs. A game and the memory in which it works things out
   are blocks of memory of the caller, of the sizes given here; nothing is allocated in play. */
#ifndef CARDWRIGHT_H
#define CARDWRIGHT_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

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

/* How much work all answers were, in steps, which has a limit; and what it was when a position was
   reached in another way. */
int64_t cw_spent(const cw_game *g);
void cw_spent_before(cw_game *g, int64_t steps);

/* Goes on with the answer with this index; the error that the game ends with, or 0. An index that
   no answer has gives 1 and changes nothing. After any other error the position is of no use: 1
   then says that something did not fit, and the Python engine goes on. */
int cw_apply(cw_game *g, cw_work *w, int64_t index);
void cw_copy(cw_game *to, const cw_game *from);

/* What an answer means in numbers that are the same in all questions: its action, from 0 to
   cw_actions() - 1, and the index of the answer with an action; -1 for none. */
int64_t cw_actions(void);
int64_t cw_action(const cw_game *g, int64_t index);
int64_t cw_index_of(const cw_game *g, int64_t action);

/* What a player sees, or with 0 a spectator, as cw_observed() numbers; CW_HIDDEN for the rest. */
#define CW_HIDDEN INT32_MIN
int64_t cw_observed(void);
void cw_observe(const cw_game *g, int64_t player, int32_t *out);

/* How many play, and 1 or -1 for each who has won or not; 0 for all as long as it is not over. */
int64_t cw_players(void);
void cw_rewards(const cw_game *g, cw_work *w, float *out);

/* A number that equal positions share. */
uint64_t cw_digest(const cw_game *g);

/* A position at rest, in as many bytes as are in use: `cw_pack` gives how many there are, which may
   be more than there is room for, and then writes nothing. Only the library that packed a position
   may unpack it. */
int64_t cw_pack(const cw_game *g, char *out, int64_t room);
void cw_unpack(cw_game *g, const char *in);

/* All answers at once, as many as there is room for. */
void cw_all_answers(const cw_game *g, int64_t *out, int64_t room);

/* Answers at random, at most so often; how many answers were given. `random` is the state of
   chance of the players; the error that the game ended with is in `w`. */
int64_t cw_playout(cw_game *g, cw_work *w, uint64_t *random, int64_t most);
int64_t cw_error(const cw_work *w);

/* To look ahead (errors as above): what a position is worth to each player; playouts of about so many
   answers, in which everybody takes the best of `tries` random ways to finish an action; what each
   answer promises. `spare` is memory of two games. */
int cw_worths(cw_game *g, cw_work *w, int64_t *out);
int cw_play_well(cw_game *g, cw_work *w, void *spare, uint64_t *random, int64_t tries, int64_t most);
int cw_promises(cw_game *g, cw_work *w, void *spare, uint64_t *random, int64_t tries, int64_t *out);
void cw_reseed(cw_game *g, uint64_t rng);

/* How often a player, by number, has begun a rule, by its number among the rules, since the last
   cw_count_anew. */
int64_t cw_begun(const cw_work *w, int64_t rule, int64_t player);
void cw_count_anew(cw_work *w);

/* A position as numbers, and back. `cw_export` gives how many there are, which may be more than
   there is room for; `cw_import` gives 0 if they fit. `cw_go_on` runs the frames of a position in
   which nobody is asked. */
int64_t cw_export(const cw_game *g, int64_t *out, int64_t room);
int cw_import(cw_game *g, cw_work *w, const int64_t *in, int64_t n);
int cw_go_on(cw_game *g, cw_work *w);

/* Many games at once, each `stride` bytes after the one before it. A game that is over starts anew
   with another seed. One that can't begin or go on here asks nobody, is not stepped, and stays so
   until `cw_many_start`. What is asked for is written by game; other pointers are 0. */
typedef struct {
  char *games;
  int64_t stride, count, widest; /* `widest`: room for the legal actions of a game */
  uint64_t *seeds;               /* of the games in play; the next is `count` more */
  const int64_t *actions;        /* what is answered */
  int32_t *player, *point;       /* who is asked, from 0, and where */
  int32_t *counts, *legal;       /* how many actions are legal, and these */
  uint8_t *mask;                 /* by action: whether it is legal */
  int32_t *observed;             /* what the player who is asked sees */
  float *rewards;                /* of a game that is over, by player */
  uint8_t *ended;                /* 1: it was over; 255: it could not go on here */
} cw_many;

/* The games `from` to `to` - 1: a thread may step some of them while another steps the rest.
   cw_many_illegal gives the first game in which its action is not legal, or -1. */
void cw_many_start(const cw_many *m, cw_work *w, int64_t from, int64_t to);
int64_t cw_many_illegal(const cw_many *m, int64_t from, int64_t to);
void cw_many_step(const cw_many *m, cw_work *w, int64_t from, int64_t to);
#ifdef __cplusplus
}
#endif
#endif
