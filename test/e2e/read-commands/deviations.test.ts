import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import type { Deviation } from '../../../sandbox/pool/loopback-pool.js';
import { readings } from './readings.js';
import { shown } from '../shown.js';
import { startConnectedWorld, type World } from '../world.js';

const NO_LIST = /The pool gave no list/;

/** Endless lists take time: `hostile-lists.test.ts`. */
type Answerable = Exclude<Deviation, 'pages-never-end'>;

/** Every other deviation of the loopback pool, and what an answer must say about it. */
const DEVIATIONS: Record<Answerable, readonly [path: string, says: RegExp][]> = {
  'null-fields': [['summary', /not given/]],
  'missing-fields': [['summary', /not given/]],
  'null-lists': [
    ['revenue', NO_LIST],
    ['dev-fee', NO_LIST],
    ['derivatives contracts', NO_LIST],
    ['derivatives payments', NO_LIST],
    ['derivatives positions', NO_LIST],
    ['miners list', NO_LIST],
    ['miners export', NO_LIST],
    ['subaccount list', NO_LIST],
    ['payment-settings list', NO_LIST],
  ],
  'unknown-fields': [],
  'unknown-enums': [],
  'numbers-as-strings': [],
  'strings-as-numbers': [],
  'odd-ids': [],
  'subaccount-site-null': [],
  'subaccount-flat-site': [],
  'subaccount-bare': [],
  'camel-case-actions': [],
  'metadata-null': [],
  'contract-wrapped': [],
  'revenue-flat': [],
  'revenue-many-types': [['revenue', /REFERRAL/]],
  'item-count-is-page-length': [['miners list', /Page 1, more follow/]],
  'next-page-relative': [['miners list', /Page 1, more follow/]],
  'next-page-drops-filters': [],
  'next-page-foreign-host': [['miners list', /Page 1, more follow/]],
  'next-page-never-null': [],
  'last-page-repeats': [],
  'page-size-ignored': [['miners list', /Page 1 · 53 more rows aren’t shown/]],
  'page-number-zero': [['miners list', /Page 1, more follow/]],
  'yesterday-empty': [['revenue', /Nothing for .* yet\. A day’s figures usually come/]],
  'filter-required': [['summary', /asked for every subaccount it lists by name/]],
  'both-filters-refused': [],
  'future-end-refused': [],
  'page-size-capped': [],
  'contract-ids': [['derivatives contracts', /Show one contract/]],
  'v2-payments-missing': [['derivatives payments', /earlier version/]],
  'hostile-text': [],
  'long-digits': [],
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record are what its type says
const names = Object.keys(DEVIATIONS) as Answerable[];

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld({ env: { POOL_API_TIMEOUT_MS: '8000' } });
});
afterEach(() => world.pool.deviations.clear());
afterAll(() => world.close());

describe('every reading command', () => {
  test.each(names)('answers with %s, and shows text literally', async (deviation) => {
    const refusedBefore = world.discord.refusals.length;
    const answers = await askAll(deviation);
    for (const [path, { message, heading }] of answers) {
      const text = shown(message);
      expect.soft(text, path).toMatch(heading);
      expect.soft(text, path).not.toMatch(/incident|INCOMPLETE|\bNaN\b|undefined|\[object/);
      expect.soft(text, path).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF\0]/);
      const loose = outsideCode(text);
      expect.soft(loose, path).not.toMatch(/(?<!\\)@(everyone|here)|(?<!\\)<[@#:/]\S/);
      expect.soft(loose, path).not.toMatch(/(?<!\\)\]\(https?:|(?<!\\)https?:\/\/evil/);
      expect.soft(message.pinged, path).toEqual([]);
    }
    for (const [path, says] of DEVIATIONS[deviation])
      expect.soft(textOf(answers.get(path)?.message), path).toMatch(says);
    expect(world.discord.refusals.slice(refusedBefore)).toEqual([]);
  });
});

/** From its own guild, whose pool client has nothing cached from other tests. */
async function askAll(deviation: Deviation) {
  const neighbour = world.neighbour({ miners: 60 });
  await neighbour.connect();
  world.pool.deviations.add(deviation);
  const asked = readings(neighbour).map(async ({ path, options, heading }) => {
    const outcome = await neighbour.as('viewer').command(path, options);
    return [path, { message: await outcome.settled(isWhole), heading }] as const;
  });
  return new Map(await Promise.all(asked));
}

/** Neither "thinking" nor showing progress any more. */
function isWhole({ thinking, embeds }: LoopbackMessage): boolean {
  return !thinking && embeds[0]?.['title'] !== 'Exporting miners';
}

function textOf(message: LoopbackMessage | undefined): string {
  return message === undefined ? '' : shown(message);
}

/** Discord shows code unchanged. */
function outsideCode(text: string): string {
  return text.replaceAll(/```[^]*?```|`[^`\n]*`/g, '');
}
