import module from 'node:module';

// Imports are most of the start. Node 22.8 and later keep them compiled from one to the next; the
// types are those of Node 20, which has no such thing.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const { run } = await import('./bot.js');
await run();
