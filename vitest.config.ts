import { defineConfig } from 'vitest/config';
import { failedFiles } from './test/support/failed-files.js';
import { LongestFirst } from './test/support/longest-first.js';
import { unfinished } from './test/support/unfinished.js';

/** A worker makes much that soon is garbage: at Node's 16 MB a tenth of its time goes into that. */
const execArgv = ['--max-semi-space-size=64'];

/** `npm run pictures`: no test, but what a playground shows. */
const pictures = {
  test: {
    name: 'pictures',
    include: ['test/pictures/*.pictures.ts'],
    globalSetup: ['test/support/build-once.ts'],
  },
};

/**
 * What needs no built bot starts at once (`npm test -- test/views`); what drives the
 * real process has it built first.
 */
export default defineConfig({
  test: {
    // Real processes that wait take most of the time, so four at once fit two cores;
    // with five an answer of the loopback Discord is late now and then.
    maxWorkers: 4,
    reporters: ['default', unfinished, failedFiles],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rooms',
          globalSetup: ['test/support/empty-postgres.ts'],
          // A worker keeps what it has imported: importing for each file took a third of the time.
          isolate: false,
          execArgv,
          // Those that may run side by side wait most of the time.
          maxConcurrency: 16,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          execArgv,
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/build-once.ts', 'test/support/empty-postgres.ts'],
          // What is waited for may take its time on a loaded machine; it fails if it never comes.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 25_000 } },
        },
      },
      ...(process.env['PICTURES'] === '1' ? [pictures] : []),
    ],
  },
});
