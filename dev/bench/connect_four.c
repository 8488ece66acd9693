/* A yardstick for benchmarks: random games of Connect Four, as a person would write them in C for
   this one game, without rules as data. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 7, HEIGHT = 6 };

static uint32_t below(uint64_t *random, uint32_t n) {
  *random ^= *random << 13, *random ^= *random >> 7, *random ^= *random << 17;
  return (uint32_t)((*random >> 32) * n >> 32);
}

static int run(const int8_t cells[WIDTH][HEIGHT], int x, int y, int dx, int dy) {
  int length = 0, who = cells[x][y];
  for (x += dx, y += dy; x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && cells[x][y] == who;
       x += dx, y += dy) length++;
  return length;
}

static int wins(const int8_t cells[WIDTH][HEIGHT], int x, int y) {
  static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int i = 0; i < 4; i++) {
    int dx = steps[i][0], dy = steps[i][1];
    if (1 + run(cells, x, y, dx, dy) + run(cells, x, y, -dx, -dy) >= 4) return 1;
  }
  return 0;
}

static long play(uint64_t *random) {
  int8_t cells[WIDTH][HEIGHT] = {{0}}, height[WIDTH] = {0};
  for (int moves = 0;; moves++) {
    int open[WIDTH], n = 0;
    for (int x = 0; x < WIDTH; x++) if (height[x] < HEIGHT) open[n++] = x;
    if (!n) return moves;
    int x = open[below(random, n)], y = height[x]++;
    cells[x][y] = 1 + moves % 2;
    if (wins(cells, x, y)) return moves + 1;
  }
}

int main(int count, char **words) {
  long games = count > 1 ? atol(words[1]) : 1, moves = 0;
  uint64_t random = 88172645463325252u;
  clock_t start = clock();
  for (long i = 0; i < games; i++) moves += play(&random);
  printf("%g %ld\n", (double)(clock() - start) / CLOCKS_PER_SEC, moves);
}
