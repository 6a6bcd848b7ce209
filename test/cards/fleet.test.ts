import { expect, test } from 'vitest';
import {
  actionCard,
  actionEnding,
  actionRecords,
  failedMinerLine,
  failedMiners,
} from '../../src/cards/fleet-action.js';
import { minerCard, minerChoices, minersCard, minersTitle } from '../../src/cards/miners.js';
import { cardReply, type Card } from '../../src/discord/reply.js';
import { fleetAction, miner } from '../../src/pool/schemas.js';
import { replyText } from '../support/reply-text.js';

const shown = (card: Card) => replyText(cardReply(card)).split('\n');
const read = <Value>(value: Value) => ({ value, readAt: 0, refused: [] });

const WELL = {
  id: 'm-1',
  ip_address: '10.11.4.178',
  model: 'Antminer S21 Pro',
  firmware: { name: 'LuxOS', version: '2026.9' },
  hashing_status: 'hashing',
  healthy_status: 'healthy',
  hashrate: '56361000000000',
  power: 3250,
  max_temperature: 61,
  fan_speed: [5880, 5910],
};
const miners = (...rows: object[]) =>
  shown(
    minersCard(
      rows.map((row) => miner.parse(row)),
      {},
    ),
  );

test('a list explains the marks on it, and quotes an unknown health once', () => {
  expect(miners(WELL).join('\n')).not.toContain('-#');
  const health = (healthy_status: unknown) => ({ ...WELL, healthy_status });
  expect(miners(health('failing'), health('N/A'), health('N/A'), health(null))).toContain(
    '-# ! failing · ? health N/A and not given',
  );
  expect(miners()).toEqual(['open | Miners', 'No miners match.']);
});

test('a miner with odd fields hides no other', () => {
  const odd = { firmware: 'stock', fan_speed: 5880, pool: [{}], hashrate: null, ip_address: {} };
  expect(miners(odd, WELL).slice(2, 5)).toEqual([
    'Address       Hashrate °C Status',
    '{}                   –  – – ?',
    '10.11.4.178 56.36 TH/s 61 hashing',
  ]);
  const lines = minerLines({ ...WELL, ...odd, hashrate: WELL.hashrate });
  expect(lines).toContain('Fans 5,880 rpm');
  expect(lines).toContain('Antminer S21 Pro · stock');
});

test.each([
  [{ siteName: 'North_Ridge', healthy_status: 'failing' }, 'North\\_Ridge · failing'],
  [{ hashing_status: 'N/A', firmware: 'LuxOS' }, 'status N/A · LuxOS'],
  [{ healthy_status: 'N/A', sort_by: 'power' }, 'health N/A · lowest power first'],
  [{ sort_by: 'hashrate', sort_order: 'desc' }, 'fastest first'],
])('the title of a list with %o has the filter and the order', (filter, title) => {
  expect(minersTitle(filter)).toBe(`Miners · ${title}`);
});

test('only miners that can be found again are offered, each once', () => {
  const rows = [WELL, WELL, { ...WELL, id: null }, { ...WELL, id: 'x'.repeat(101) }];
  expect(minerChoices(rows.map((row) => miner.parse(row)))).toEqual([
    { label: '10.11.4.178', value: 'm-1', description: 'Antminer S21 Pro · hashing' },
  ]);
});

function minerLines(record: object, siteName?: string): string[] {
  return shown(minerCard(read(miner.parse(record)), siteName));
}

test('one miner shows its figures and place, and is amber while it needs somebody', () => {
  expect(
    minerLines({ ...WELL, pool: { worker: 'cedar.r12u26' } }, 'Cedar Ridge').slice(0, 6),
  ).toEqual([
    'open | Miner 10.11.4.178',
    '**hashing** · health **healthy**',
    '56.36 TH/s · 3,250 W · 61 °C',
    'Fans 5,880 and 5,910 rpm',
    'Antminer S21 Pro · LuxOS 2026.9',
    'Cedar Ridge · worker `cedar.r12u26`',
  ]);
  expect(minerLines({ ...WELL, hashing_status: 'offline' })[0]).toMatch(/^warning/);
  expect(minerLines({ ...WELL, healthy_status: 'failing' })[0]).toMatch(/^warning/);
});

test('a miner without fields reads "not given", never zero', () => {
  expect(minerLines({ id: 'm-1' }).join('\n')).not.toMatch(/\b0\b/);
  expect(minerLines({ id: 'm-1' })).toContain(
    'Hashrate not given · power not given · temperature not given',
  );
});

const FAILED = [
  { miner_ip: '10.11.1.9', status: 'SUCCESS' },
  { miner_ip: '10.11.1.201', failure_code: 'AUTH_FAILED', execution_log_summary: 'It *refused*' },
  { miner_id: 'm-3', failure_code: 'AUTH_FAILED' },
];

/** What a card says of an action's state, and what is told once it is over (report 06). */
test.each<[string, object, string, string | null]>([
  [
    'runs',
    { status: 'PROCESSING', total_miners: 120, success_miners: 48, error_miners: 3 },
    'warning | **PROCESSING** · 51 of 120 finished | `████████░░░░░░░░░░░░` 48 ok · **3 failed**',
    null,
  ],
  [
    'leaves out a failed counter of zero',
    { status: 'COMPLETED', total_miners: 20, success_miners: '20' },
    'good | **COMPLETED** · 20 of 20 finished | `████████████████████` 20 ok · 0 failed',
    'finished:** 20 of 20 ok, 0 failed.',
  ],
  [
    'leaves out an ok counter of zero',
    { status: 'PROCESSING', total_miners: 20, success_miners: null, error_miners: 20 },
    'warning | **PROCESSING** · 20 of 20 finished | `████████████████████` 0 ok · **20 failed**',
    'finished:** 0 of 20 ok, 20 failed.',
  ],
  [
    'misses a counter while it runs',
    { status: 'PROCESSING', total_miners: 120, success_miners: 48 },
    'open | **PROCESSING** | 48 ok · failed not given · 120 miners',
    null,
  ],
  [
    'has counted no miners yet',
    { status: 'PENDING', total_miners: 0, success_miners: 0, error_miners: 0 },
    'open | **PENDING** · 0 of 0 finished | 0 ok · 0 failed · 0 miners',
    null,
  ],
  [
    'was broken off',
    { status: 'ABORTED', total_miners: 20, success_miners: 8, error_miners: 0 },
    'warning | **ABORTED** · 8 of 20 finished | `████████░░░░░░░░░░░░` 8 ok · 0 failed',
    'ended as ABORTED:** 8 of 20 ok, 0 failed.',
  ],
  [
    'failed in small letters and without counters',
    { status: 'failed' },
    'warning | **failed** | ok not given · failed not given · miners not given',
    'ended as failed**',
  ],
  [
    'has no field',
    {},
    'open | **Status not given** | ok not given · failed not given · miners not given',
    null,
  ],
])('an action that %s', (_, fields, ...[state, ending]) => {
  const action = fleetAction.parse({ ...fields, action_type: 'Reboot' });
  const [title = '', ...lines] = shown(actionCard(read(action)));
  expect([title.replace(' | Reboot', ''), lines[0], lines[1]].join(' | ')).toBe(state);
  const told = actionEnding(action, 'Cedar Ridge');
  expect(told).toBe(ending === null ? null : `🏁 **Reboot at Cedar Ridge ${ending}`);
});

test('the most frequent failure codes are named, and failed miners are a line each', () => {
  const codes = ['A', 'B', 'B', 'C', 'C', 'C', 'D', 'D', 'D', 'D', 'E'];
  const many = fleetAction.parse({
    miners_summary: codes.map((failure_code) => ({ failure_code })),
  });
  expect(shown(actionCard(read(many)))).toContain('D 4 · C 3 · B 2 · 2 more codes: CSV');
  expect(failedMiners(fleetAction.parse({ miners_summary: FAILED })).map(failedMinerLine)).toEqual([
    '10.11.1.201 · AUTH\\_FAILED · It \\*refused\\*',
    'm-3 · AUTH\\_FAILED',
  ]);
});

test('the file of an action has every miner and the action’s own fields', () => {
  const records = actionRecords(fleetAction.parse({ progress: 42, miners_summary: FAILED }));
  expect(records).toHaveLength(3);
  expect(records[1]).toMatchObject({ failure_code: 'AUTH_FAILED', action: { progress: 42 } });
  expect(actionRecords(fleetAction.parse({ id: 'a' }))).toEqual([{ action: { id: 'a' } }]);
});
