/* Three threads, each of which steps a third of the games of a batch. */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 3, EACH = 16, GAMES = THREADS * EACH, STEPS = 300 };
static cw_batch games;
static int64_t actions[GAMES];

static void *play(void *part) {
  int64_t from = (intptr_t)part * EACH, to = from + EACH;
  cw_work *work = malloc(sizeof *work);
  cw_batch_start(&games, work, from, to);
  for (int64_t step = 0; step < STEPS; step++) {
    for (int64_t i = from; i < to; i++)
      actions[i] = games.legal[i * games.widest + (step * 7 + i) % games.counts[i]];
    if (cw_batch_illegal(&games, from, to) >= 0) abort();
    cw_batch_step(&games, work, from, to);
    for (int64_t i = from; i < to; i++) if (games.ended[i] > 1) abort();
  }
  free(work);
  return 0;
}

int main(void) {
  static uint64_t seeds[GAMES];
  static int32_t asked[GAMES], point[GAMES], counts[GAMES];
  static uint8_t ended[GAMES];
  int64_t stride = (sizeof(cw_game) + 63) / 64 * 64, width = cw_actions();
  games = (cw_batch){
    .games = aligned_alloc(64, GAMES * stride), .stride = stride, .count = GAMES, .widest = width,
    .seeds = seeds, .actions = actions, .asked = asked, .point = point, .counts = counts,
    .legal = malloc(GAMES * width * sizeof(int32_t)), .mask = malloc(GAMES * width),
    .observed = malloc(GAMES * cw_observed() * sizeof(int32_t)),
    .rewards = malloc(GAMES * cw_players() * sizeof(float)), .ended = ended,
  };
  for (uint64_t i = 0; i < GAMES; i++) seeds[i] = i;
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, play, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  free(games.games); free(games.legal); free(games.mask); free(games.observed); free(games.rewards);
  return 0;
}
