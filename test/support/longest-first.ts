import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Without earlier measurements, as in CI, vitest begins with the largest files. These take long
 * whatever their size, in this order: the last of a run would keep one core busy alone. Those that
 * run many bots at once stand between those that wait, or their answers would be late.
 */
const LONG = [
  'e2e/page/stories',
  'e2e/alerts/alerts',
  'e2e/store/faults/store-away',
  'e2e/read-commands/hostile-lists',
  'e2e/alerts/alerts-killed',
  'e2e/read-commands/deviations',
  'e2e/alerts/alerts-attention',
  'e2e/alerts/conditions',
  'e2e/alerts/trouble',
  'e2e/discord/one-401',
  'e2e/read-commands/failed/reading-failures',
  'e2e/discord/discord-faults',
  'e2e/page/page',
  'e2e/changes/trail/broken-trail-log',
  'e2e/store/processes',
  'e2e/read-commands/daily',
  'e2e/read-commands/export',
  'e2e/changes/changes-killed',
  'e2e/page/changes',
  'e2e/changes/changes-forms',
  'e2e/discord/gateway-storm',
  'e2e/alerts/watch',
  'e2e/store/secrets',
  'e2e/changes/late-clicks',
  'e2e/store/faults/locked-store',
  'e2e/changes/changes',
  'e2e/store/guild-left',
  'e2e/read-commands/follow',
  'e2e/changes/pool/pool-answers',
  'e2e/store/rotated-master-key',
  'e2e/changes/trail/restore',
  'e2e/store/one-store',
  'e2e/discord/kill',
  'changes/model/model',
  'changes/model/more-histories',
  'daily/two-years',
  'pool-api/operations',
  'discord/gateway/gateway-faults',
  'discord/start-discord',
  'store/redis/redis',
  'store/redis/redis-away',
].map((name) => `/test/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  /**
   * Keeps each project's files together, because a worker serves one project. Those that wait for
   * processes come first, so that many short ones fill both cores at the end.
   */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, which leaves them as they are
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((end) => moduleId.endsWith(end));
      return at === -1 ? LONG.length : at;
    };
    const project = (file: TestSpecification) => Number(file.project.name !== 'e2e');
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, made for this call
    return sorted.toSorted(
      (one, other) => project(one) - project(other) || rank(one) - rank(other),
    );
  }
}
