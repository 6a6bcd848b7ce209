import type { Reporter } from 'vitest/node';

/**
 * Names what never finished: if a worker dies, vitest says neither which file nor which test it was
 * running.
 */
export const unfinished: Reporter = {
  onTestRunEnd(modules) {
    for (const module of modules) {
      const tests = [...module.children.allTests('pending')].map((test) => test.fullName);
      if (module.state() !== 'queued' && module.state() !== 'pending' && tests.length === 0)
        continue;
      process.stderr.write(`never finished: ${[module.relativeModuleId, ...tests].join(' > ')}\n`);
    }
  },
};
