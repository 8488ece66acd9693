/* The functions that a compiled game offers to other programs. A position (cw_game) and the memory
   that a thread needs to work on one (cw_work) are blocks that the caller allocates, of the sizes
   given here and aligned as malloc does; nothing else is allocated. Things, players, decision
   points and actions are numbers; the .json file that is written with a game names them. */
#ifndef CARDWRIGHT_H
#define CARDWRIGHT_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct cw_game cw_game; /* a position; copy it with cw_copy */
typedef struct cw_work cw_work; /* one for each thread; it holds nothing that belongs to a game */

int64_t cw_size_of_game(void);
int64_t cw_size_of_work(void);

/* Functions that play return CW_OK, or an error. After CW_NO_SUCH_ANSWER the position is unchanged;
   after any other error it can't be used any more. Errors from 401 on are those of the game's pack,
   with the numbers of their codes: 401 is CW401. */
#define CW_OK 0
#define CW_OVERFLOW 1       /* an array of fixed size is full; in Python, the game can go on */
#define CW_NO_SUCH_ANSWER 2 /* no answer has this index, or nobody is asked */
#define CW_TOO_MUCH_WORK 401
#define CW_TOO_DEEP 402
#define CW_OUT_OF_RANGE 403
#define CW_NO_COPY_LEFT 404
#define CW_NO_TOKEN 405
#define CW_NO_ANSWER 415

/* Starts a game, up to its first question. Equal seeds give equal games. */
int cw_new(cw_game *g, cw_work *w, uint64_t seed);

/* The question: who is asked (0: nobody, the game is over), the decision point (-1: none), and how
   many answers there are. */
int64_t cw_player(const cw_game *g);
int64_t cw_point_of(const cw_game *g);
int64_t cw_count(const cw_game *g);

/* The answer with an index from 0 to cw_count() - 1: the number of a thing, a value, or the index of
   an option among all that the decision point may offer; -1 ends a choice, or passes. cw_all_answers
   writes all answers, or as many as there is room for. */
int64_t cw_answer(const cw_game *g, int64_t index);
void cw_all_answers(const cw_game *g, int64_t *out, int64_t room);

/* Gives the answer with this index, and plays on to the next question or to the end. */
int cw_apply(cw_game *g, cw_work *w, int64_t index);
void cw_copy(cw_game *to, const cw_game *from);

/* Whether the game is over, and why: from 0 on, an index of `endings` in the .json file; below 0, -1
   is the first of its `routines`, -2 the second, and so on; INT32_MIN before the end. */
int64_t cw_is_over(const cw_game *g);
int64_t cw_ended(const cw_game *g);

/* An answer as an action: a number from 0 to cw_actions() - 1 that means the same in all questions.
   cw_index_of is the index of the answer with an action. Both return -1 if there is none. */
int64_t cw_actions(void);
int64_t cw_action(const cw_game *g, int64_t index);
int64_t cw_index_of(const cw_game *g, int64_t action);

/* Writes what a player sees (0: a spectator), as cw_observed() numbers. CW_HIDDEN stands for
   anything that is hidden from the player. */
#define CW_HIDDEN INT32_MIN
int64_t cw_observed(void);
void cw_observe(const cw_game *g, int64_t player, int32_t *out);

/* The number of players, and the reward of each, in the order of their numbers: 1 for the winners,
   -1 for the others; 0 for all before the end, and if nobody or everybody has won. In a cooperative
   game, all have 1 or all have -1. */
int64_t cw_players(void);
void cw_rewards(const cw_game *g, cw_work *w, float *out);

/* A hash of the position: equal positions have the same one, also in JavaScript. The `digest` of a
   game in Python is another hash. */
uint64_t cw_digest(const cw_game *g);

/* Writes a position in fewer bytes, and returns how many; if there is not enough room, it writes
   nothing. Only the library that packed a position can unpack it. */
int64_t cw_pack(const cw_game *g, char *out, int64_t room);
void cw_unpack(cw_game *g, const char *in);

/* Answers at random until the game is over or `most` answers have been given, and returns their
   number. `random` is the state of the random generator: any number at first; each call updates it.
   cw_error returns the error, if there was one. */
int64_t cw_playout(cw_game *g, cw_work *w, uint64_t *random, int64_t most);
int64_t cw_error(const cw_work *w);

/* Many games at once: `count` of them, the first at `games`, each `stride` bytes after the one
   before it. `stride` is at least cw_size_of_game(), and a multiple of 8. The number before the colon
   is how many entries an array has for each game; `legal`, `mask` and `observed` may be 0 if they
   aren't wanted. When a game ends, another replaces it, whose seed is greater by `count`. */
typedef struct {
  char *games;
  int64_t stride, count, widest;
  uint64_t *seeds;        /* 1: the seeds of the current games; the caller sets the first ones */
  const int64_t *actions; /* 1: the actions that answer the questions; the caller sets them */
  int32_t *asked, *point; /* 1: who is asked, as a column of `rewards`, or -1; the decision point */
  int32_t *counts;        /* 1: how many actions are legal */
  int32_t *legal;         /* `widest`: these actions, or as many as there is room for */
  uint8_t *mask;          /* cw_actions(): 1 for each action that is legal, else 0 */
  int32_t *observed;      /* cw_observed(): what the player who is asked sees */
  float *rewards;         /* cw_players(): of a game that this step has ended; else 0 */
  uint8_t *ended;         /* 1: 1 if this step has ended the game, 255 after an error, else 0 */
} cw_batch;

/* These work on the games `from` to `to` - 1, so that threads can share a batch. cw_batch_start
   starts games. cw_batch_step answers, and replaces each game that is over by another one. After an
   error or an illegal action, a game asks nobody (`asked` is -1, `counts` 0), and steps ignore it
   until it is started again. cw_batch_illegal returns the first game whose action is illegal, or
   -1. */
void cw_batch_start(const cw_batch *m, cw_work *w, int64_t from, int64_t to);
int64_t cw_batch_illegal(const cw_batch *m, int64_t from, int64_t to);
void cw_batch_step(const cw_batch *m, cw_work *w, int64_t from, int64_t to);

/* ---------------------------------------------------------------------------------------------
   The rest is what the Python library needs. It may change with any version. */

/* For searching players: what the position is worth to each player; playouts of about `most`
   answers, in which everybody takes the best of `tries` random ways to finish an action; and for each
   answer, what the best of `tries` ways to finish the action with it is worth to the player who is
   asked. `spare` is memory for two games. cw_reseed gives the game other random results. */
int cw_worths(cw_game *g, cw_work *w, int64_t *out);
int cw_play_well(cw_game *g, cw_work *w, void *spare, uint64_t *random, int64_t tries, int64_t most);
int cw_promises(cw_game *g, cw_work *w, void *spare, uint64_t *random, int64_t tries, int64_t *out);
void cw_reseed(cw_game *g, uint64_t rng);

/* How many steps the game has taken so far (their number is limited); cw_spent_before sets how many
   an imported position had taken. */
int64_t cw_spent(const cw_game *g);
void cw_spent_before(cw_game *g, int64_t steps);

/* How often a player has begun a rule of `rules` in the .json file since the last cw_count_anew. */
int64_t cw_begun(const cw_work *w, int64_t rule, int64_t player);
void cw_count_anew(cw_work *w);

/* A position as numbers, and back. cw_export returns how many numbers there are, which may be more
   than there is room for. cw_go_on plays on if an imported position asks nobody. */
int64_t cw_export(const cw_game *g, int64_t *out, int64_t room);
int cw_import(cw_game *g, cw_work *w, const int64_t *in, int64_t n);
int cw_go_on(cw_game *g, cw_work *w);
#ifdef __cplusplus
}
#endif
#endif
