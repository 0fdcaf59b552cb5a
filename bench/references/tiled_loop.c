/* The loops of matMulTiled as C, for the time that a compiler takes over them; never run. */
#define TILE 16

void matMulTiled(const float *A, const float *B, float *C, int N) {
  for (int by = 0; by < N / TILE; by++)
    for (int bx = 0; bx < N / TILE; bx++) {
      float tileA[TILE][TILE], tileB[TILE][TILE], sum[TILE][TILE] = {{0}};
      for (int t = 0; t < (N + TILE - 1) / TILE; t++) {
        for (int y = 0; y < TILE; y++)
          for (int x = 0; x < TILE; x++) {
            int row = by * TILE + y, col = bx * TILE + x, aCol = t * TILE + x, bRow = t * TILE + y;
            tileA[y][x] = (row < N && aCol < N) ? A[row * N + aCol] : 0.0f;
            tileB[y][x] = (bRow < N && col < N) ? B[bRow * N + col] : 0.0f;
          }
        for (int y = 0; y < TILE; y++)
          for (int x = 0; x < TILE; x++)
            for (int k = 0; k < TILE; k++)
              sum[y][x] += tileA[y][k] * tileB[k][x];
      }
      for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++)
          if (by * TILE + y < N && bx * TILE + x < N)
            C[(by * TILE + y) * N + bx * TILE + x] = sum[y][x];
    }
}
