import module from 'node:module';

// Imports are most of the start. Node 22.8 and later keep them compiled from one to the next; the
// types are those of Node 20, which has no such function.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache');
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, []);

const { run } = await import('./bot.js');
await run();
