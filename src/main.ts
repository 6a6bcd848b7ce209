import { setFlagsFromString } from 'node:v8';
import { loadBundle } from './ops/bundle-loader.js';

// What an export reads and discards lives just long enough to reach V8's old generation, which by
// default may grow to four times what is alive before it is collected. At half as much again, an
// export of 100,000 miners peaks 70 MiB lower and is a tenth slower.
setFlagsFromString('--heap-growing-percent=50');

// During start-up there is nothing to end; `bot.ts` takes over once there is.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

const bot = loadBundle(new URL('./bot.cjs', import.meta.url));
// For the build, which needs exactly the same V8 flags.
if (process.argv[2] === 'keep-compiled') bot.keepCompiled();
else await bot.run();
