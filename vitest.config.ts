import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Where nobody has measured yet, as in CI, vitest begins with the largest files. These are short
 * and take long: the last of a run would keep one core busy alone.
 */
const LONG = [
  'e2e/store/processes',
  'e2e/store/one-store',
  'e2e/store/guild-left',
  'e2e/store/store-away',
  'e2e/reading/hostile-lists',
  'e2e/reading/deviations',
  'e2e/discord/gateway-storm',
  'e2e/discord/kill',
  'changes/model/model',
  'changes/model/more-lives',
  'daily/two-years',
  'pool-api/operations',
  'discord/gateway/gateway-faults',
  'store/redis/redis',
  'store/redis/redis-away',
].map((name) => `/test/${name}.test.ts`);

class LongOnesFirst extends BaseSequencer {
  /** Each project's files stay together, because a worker serves one project. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, which leaves them as they are
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(end));
    return names.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

/**
 * Two projects: what needs no built bot starts at once (`npm test -- test/views`); what drives the
 * real process has it built first.
 */
export default defineConfig({
  test: {
    // Real processes that wait take most of the time, so three at once fit two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongOnesFirst },
    projects: [
      {
        test: {
          name: 'rooms',
          // A worker keeps what it has imported: importing for each file took a third of the time.
          isolate: false,
          // Each pool key has long patterns of its own, used a few times. V8 would interpret them
          // first, which takes five times as long as to compile them at once.
          execArgv: ['--no-regexp-tier-up'],
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
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/build-once.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // What is waited for may take its time on a loaded machine; it fails if it never comes.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
