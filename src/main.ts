import { setFlagsFromString } from 'node:v8';
import { loadBundle } from './ops/bundle-loader.js';

// What an export reads and throws away lasts just long enough to reach V8's old generation, which
// may by default grow to four times of what is alive before it is looked through. At half as much
// again, an export of 100,000 miners peaks 70 MiB lower, and is a tenth slower.
setFlagsFromString('--heap-growing-percent=50');

// While it starts there is nothing to end; `bot.ts` takes over once there is.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

const bot = loadBundle(new URL('./bot.cjs', import.meta.url));
// For the build, which needs all the same flags of V8.
if (process.argv[2] === 'keep-compiled') bot.keepCompiled();
else await bot.run();
