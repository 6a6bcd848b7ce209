import { sayFigures } from './say-figures.js';

/** With `--expose-gc`: the bytes still in use after a collection. */
sayFigures(() => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { bytes: heapUsed + external };
});
