// A plugin of the build.

const OWN = 'var require_inspect = __commonJS({';
const NEXT = '// src/index.ts';

/**
 * The emitter of discord.js brings a copy of Node's `inspect`, also for browsers, for the words of
 * one error. To run it was a seventh of the bot's start; Node's own is at hand.
 * @returns {import('rolldown').Plugin}
 */
export function nodesInspect() {
  return {
    name: 'nodes-inspect',
    transform: {
      filter: { id: /async_event_emitter[\\/]dist[\\/]index\.cjs$/ },
      handler(code) {
        const from = code.indexOf(OWN);
        const to = code.indexOf(NEXT, from);
        if (from === -1 || to === -1)
          throw new Error('async_event_emitter is written otherwise: see nodes-inspect.mjs');
        // As many lines as before, so that the source map still holds.
        const lines = code.slice(from, to).replaceAll(/[^\n]+/g, '');
        const own = "var require_inspect = () => require('node:util');";
        return { code: `${code.slice(0, from)}${own}${lines}${code.slice(to)}`, map: null };
      },
    },
  };
}
