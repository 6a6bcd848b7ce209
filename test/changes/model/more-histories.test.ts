import { test } from 'vitest';
import { HALF_OF_LIVES, keepsPromisesThrough } from './random-histories.js';

test(`keeps its promises through another ${HALF_OF_LIVES} random lives`, { timeout: 600_000 }, () =>
  keepsPromisesThrough(HALF_OF_LIVES),
);
