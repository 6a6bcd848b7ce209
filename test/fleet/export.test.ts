import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Reply } from '../../src/discord/reply.js';
import { createExports } from '../../src/fleet/export.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import type { Pool } from '../../src/pool/pool.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { replyText } from '../support/reply-text.js';

const VERA = { id: '1', name: 'Vera', roleIds: [], permissions: 0n };
const settings = DEFAULT_SETTINGS;

let now = 0;
const exports = createExports({ now: () => now });

/** Each page takes `ms`; after them comes `error`, if there is one. */
function pages(
  counts: readonly number[],
  { ms = 1_000, error }: { ms?: number; error?: Error } = {},
) {
  return async function* minerPages(): ReturnType<Pool['minerPages']> {
    for (const [page, count] of counts.entries()) {
      now += ms;
      const rows = Array.from({ length: count }, (_, index) => ({
        id: `${page}-${index}`,
        power: 5,
      }));
      yield { rows, readAt: now, hasMore: true };
    }
    if (error) throw error;
  };
}

function begin(minerPages: Pool['minerPages'], attachmentLimit = 10_000_000): Promise<Reply> {
  const filter = { siteName: 'Cedar Ridge', site_id: 's1' };
  return exports.export({ pool: { minerPages }, filter, member: VERA, attachmentLimit });
}

/** All that is shown, one after another. */
async function shown(first: Reply): Promise<string[]> {
  const replies = [first];
  for await (const reply of first.updates ?? []) replies.push(reply);
  return replies.map(replyText);
}

const exportOf = ({ rows }: Reply): string =>
  String(JSON.stringify(rows).match(/export-cancel:([^"]+)/)?.[1]);

test('an export shows how far it is, then the file', async () => {
  expect(await shown(await begin(pages([1_000, 1_000, 37])))).toEqual([
    'open | Exporting miners · Cedar Ridge\n`█░░░░░░░` **1,000** so far\n[Cancel]',
    'open | Exporting miners · Cedar Ridge\n`██░░░░░░` **2,000** so far\n[Cancel]',
    'open | Exporting miners · Cedar Ridge\n`███░░░░░` **2,037** so far\n[Cancel]',
    'open | Miners · Cedar Ridge\n**2,037 miners**, every field\nfile: miners.csv',
  ]);
});

test('an export is shown at most once a second', async () => {
  expect(await shown(await begin(pages(Array(7).fill(1), { ms: 300 })))).toHaveLength(2);
});

test('what the pool breaks off is said, unless nothing came', async () => {
  const error = new PoolError('unreachable');
  const replies = await shown(await begin(pages([1_000], { error })));
  expect(replies.at(-1)).toBe(
    'warning | Not all miners\n**1,000 miners**, every field\n⚠️ **Incomplete:** the pool stopped answering after 1,000.\nfile: miners.csv',
  );
  await expect(begin(pages([], { error }))).rejects.toBe(error);
  const bug = new TypeError('bug');
  await expect(shown(await begin(pages([1], { error: bug })))).rejects.toBe(bug);
});

test('who began it or a manager cancels an export, and nobody else', async () => {
  const first = await begin(pages([1_000, 1_000, 1_000]));
  const id = exportOf(first);
  const other = { ...VERA, id: '2' };
  expect(() => exports.cancel(id, { member: other, settings })).toThrow('Not yours');
  const cancelled = 'over | Export cancelled\nRun it again.';
  const admin = { ...other, permissions: 1n << 5n };
  expect(replyText(exports.cancel(id, { member: admin, settings }))).toBe(cancelled);
  expect((await shown(first)).slice(1)).toEqual([cancelled]);
  expect(replyText(exports.cancel(id, { member: VERA, settings }))).toBe(
    'over | Export interrupted\nRun it again.',
  );
});

test('a file that Discord would refuse is compressed, and too large a one is not sent', async () => {
  const { files } = await begin(pages([1_000, 1_000], { ms: 0 }), 12_000);
  expect(files?.[0]?.name).toBe('miners.csv.gz');
  const lines = gunzipSync(Buffer.from(files?.[0]?.data ?? ''))
    .toString()
    .trim()
    .split('\r\n');
  expect([lines[0], lines.length]).toEqual(['id,power (W)', 2_001]);
  const [refused] = await shown(await begin(pages([1_000], { ms: 0 }), 1_000));
  expect(refused).toBe(
    'warning | Too large for Discord\n**1,000 miners** don’t fit in a file that Discord takes here. Choose a site.',
  );
});
