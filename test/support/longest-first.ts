import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Where nobody has measured yet, as in CI, vitest begins with the largest files. These are short
 * and take long: the last of a run would keep one core busy alone.
 */
const LONG = [
  'e2e/page/stories',
  'e2e/store/processes',
  'e2e/store/one-store',
  'e2e/store/guild-left',
  'e2e/store/store-away',
  'e2e/reading/hostile-lists',
  'e2e/reading/deviations',
  'e2e/discord/gateway-storm',
  'e2e/discord/kill',
  'changes/model/model',
  'changes/model/more-histories',
  'daily/two-years',
  'pool-api/operations',
  'discord/gateway/gateway-faults',
  'store/redis/redis',
  'store/redis/redis-away',
].map((name) => `/test/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
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
