import { test } from 'vitest';
import { HALF_OF_HISTORIES, keepsPromisesThrough } from './random-histories.js';

test(
  `keeps its promises through another ${HALF_OF_HISTORIES} random histories`,
  { timeout: 600_000 },
  () => keepsPromisesThrough(HALF_OF_HISTORIES),
);
