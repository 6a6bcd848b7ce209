import { expect, test } from 'vitest';
import {
  actionCard,
  actionProgress,
  actionRecords,
  failedMinerLine,
  failedMiners,
} from '../../src/cards/action.js';
import {
  minerCard,
  minerChoices,
  minersCard,
  minersTitle,
  type MinersPage,
} from '../../src/cards/miners.js';
import { cardReply, type Card } from '../../src/discord/reply.js';
import { fleetAction, miner } from '../../src/pool/schemas.js';
import { replyText } from '../support/reply-text.js';

const AT = Date.parse('2026-11-28T12:00:00Z');
const shown = (card: Card) => replyText(cardReply(card)).split('\n');
const read = <Value>(value: Value) => ({ value, readAt: AT, refused: [] });

const HOT = {
  id: '0b6a7c8e-2f1c-4c58-9a3e-0d4b6a7c8e90',
  ip_address: '10.11.2.26',
  mac_address: '02:1a:4b:00:00:1f',
  model: 'Antminer S21 Pro',
  firmware: { name: 'LuxOS', version: '2026.9' },
  hashing_status: 'hashing',
  healthy_status: 'failing',
  hashrate: '56361000000000',
  power: 3250,
  max_temperature: 83,
  fan_speed: [5880, 5910],
  pool: { url: 'stratum+tcp://pool:700', username: 'cedar', worker: 'cedar.r12u26' },
  last_seen_at: '2026-11-28T11:58:00Z',
};
const WELL = { ...HOT, ip_address: '10.11.4.178', healthy_status: 'healthy', max_temperature: 61 };

function miners(rows: readonly object[], rest: Partial<MinersPage> = {}): string[] {
  return shown(
    minersCard({
      rows: rows.map((row) => miner.parse(row)),
      filter: {},
      footer: 'Page 1 · read from the pool',
      at: AT,
      incomplete: null,
      ...rest,
    }),
  );
}

test('a list of miners marks those that the pool calls failing', () => {
  const filter = {
    healthy_status: 'failing',
    sort_by: 'max_temperature',
    sort_order: 'desc',
    siteName: 'North_Ridge',
  };
  expect(miners([HOT, { ...WELL, hashrate: '167800000000000' }], { filter })).toEqual([
    'open | Miners · North\\_Ridge · failing · hottest first',
    '```',
    'Address       Hashrate °C Status',
    '10.11.2.26  56.36 TH/s 83 hashing !',
    '10.11.4.178 167.8 TH/s 61 hashing',
    '```',
    '-# ! failing',
    '(Page 1 · read from the pool)',
  ]);
});

test('a list of healthy miners has no legend', () => {
  expect(miners([WELL]).join('\n')).not.toContain('-#');
});

test('another health than healthy or failing is quoted once in the legend', () => {
  const odd = { ...WELL, healthy_status: 'N/A' };
  expect(miners([HOT, odd, odd, { ...WELL, healthy_status: null }])).toContain(
    '-# ! failing · ? health N/A and not given',
  );
});

test('no miners are one sentence', () => {
  expect(miners([]).slice(0, 2)).toEqual(['open | Miners', 'No miners match.']);
});

test('one miner with odd fields leaves the others in the list', () => {
  const odd = { firmware: 'stock', fan_speed: 5880, pool: [{}], hashrate: null, ip_address: {} };
  expect(miners([odd, WELL]).slice(1, 5)).toEqual([
    '```',
    'Address       Hashrate °C Status',
    '{}                   –  – – ?',
    '10.11.4.178 56.36 TH/s 61 hashing',
  ]);
});

test('the title of a list of miners tells two kinds of N/A apart', () => {
  expect(minersTitle({ hashing_status: 'N/A', firmware: 'LuxOS' })).toBe(
    'Miners · status N/A · LuxOS',
  );
  expect(minersTitle({ healthy_status: 'N/A', sort_by: 'power' })).toBe(
    'Miners · health N/A · lowest power first',
  );
});

test('the choices below a list are the miners that can be found again, each once', () => {
  const rows = [HOT, HOT, { ...WELL, id: null }, { ...WELL, id: 'x'.repeat(101) }];
  expect(minerChoices(rows.map((row) => miner.parse(row)))).toEqual([
    { label: '10.11.2.26', value: HOT.id, description: 'Antminer S21 Pro · hashing !' },
  ]);
});

const minerLines = (record: object, siteName?: string) =>
  shown(minerCard(read(miner.parse(record)), siteName));

test('one miner shows its figures, machine and place', () => {
  expect(minerLines(HOT, 'Cedar Ridge')).toEqual([
    'warning | Miner 10.11.2.26',
    '**hashing** · health **failing**',
    '56.36 TH/s · 3,250 W · 83 °C',
    'Fans 5,880 and 5,910 rpm',
    'Antminer S21 Pro · LuxOS 2026.9',
    'Cedar Ridge · worker `cedar.r12u26`',
    '-# Seen <t:1795867080:R> · MAC `02:1a:4b:00:00:1f`',
    '(Read from the pool)',
  ]);
});

test('a miner without fields reads "not given", never zero', () => {
  expect(minerLines({ id: 'm-1' })).toEqual([
    'open | Miner m-1',
    '**status not given** · health **not given**',
    'Hashrate not given · power not given · temperature not given',
    'Fans not given',
    'Model not given · firmware not given',
    '-# Seen not given · MAC not given',
    '(Read from the pool)',
  ]);
});

test('a miner’s odd fields are shown as they came', () => {
  const lines = minerLines({ ...HOT, firmware: 'stock', fan_speed: 5880, pool: ['x'] });
  expect(lines).toContain('Fans 5,880 rpm');
  expect(lines).toContain('Antminer S21 Pro · stock');
});

test('only an offline or failing miner is amber', () => {
  expect(minerLines(WELL)[0]).toBe('open | Miner 10.11.4.178');
  expect(minerLines({ ...WELL, hashing_status: 'offline' })[0]).toMatch(/^warning/);
});

const REBOOT = {
  id: 'a-2f1c',
  action_type: 'Reboot',
  status: 'PROCESSING',
  created_at: '2026-11-28T11:59:51Z',
  initiated_by: 'ops@northwind.example',
  total_miners: 120,
  success_miners: 48,
  error_miners: 3,
  description: 'Reboot after the firmware update',
  progress: 42,
  miners_summary: [
    { miner_ip: '10.11.1.9', status: 'SUCCESS' },
    {
      miner_ip: '10.11.1.201',
      status: 'FAILED',
      failure_code: 'AUTH_FAILED',
      execution_log_summary: 'The miner refused the credentials',
    },
    { miner_ip: '10.11.1.202', failure_code: 'FIRMWARE_UNSUPPORTED' },
    { miner_id: 'm-3', failure_code: 'AUTH_FAILED' },
  ],
};

const actionLines = (action: object, siteName?: string) =>
  shown(actionCard(read(fleetAction.parse(action)), siteName));

test('a running action shows how many miners are finished and why some failed', () => {
  expect(actionLines(REBOOT, 'Cedar Ridge')).toEqual([
    'warning | Reboot · Cedar Ridge',
    '**PROCESSING** · 51 of 120 finished',
    '`████████░░░░░░░░░░░░` 48 ok · **3 failed**',
    'AUTH\\_FAILED 2 · FIRMWARE\\_UNSUPPORTED 1',
    '-# Reboot after the firmware update',
    '-# Started <t:1795867191:R> by ops\\@northwind.example',
    '(Read from the pool)',
  ]);
});

const COUNTED = { ...REBOOT, miners_summary: [], description: null };

test('an action of which all miners are counted is over, though a counter of zero is left out', () => {
  const done = { ...COUNTED, status: 'COMPLETED', total_miners: 20, success_miners: '20' };
  expect(actionLines({ ...done, error_miners: undefined }).slice(0, 3)).toEqual([
    'good | Reboot',
    '**COMPLETED** · 20 of 20 finished',
    '`████████████████████` 20 ok · 0 failed',
  ]);
  const failed = { ...done, success_miners: null, error_miners: 20 };
  expect(actionProgress(fleetAction.parse(failed))).toEqual({
    total: 20,
    ok: 0,
    failed: 20,
    isOver: true,
  });
});

test('a missing counter of a running action stays not given', () => {
  const action = { ...COUNTED, error_miners: null };
  expect(actionLines(action).slice(0, 3)).toEqual([
    'open | Reboot',
    '**PROCESSING**',
    '48 ok · failed not given · 120 miners',
  ]);
  expect(actionProgress(fleetAction.parse(action)).isOver).toBe(false);
});

test.each(['CANCELLED', 'failed', 'EXPIRED'])(
  'an action that is %s is over and amber',
  (status) => {
    const action = { ...COUNTED, status, success_miners: 8, error_miners: 0 };
    expect(actionProgress(fleetAction.parse(action)).isOver).toBe(true);
    expect(actionLines(action)[0]).toBe('warning | Reboot');
  },
);

test('an action without any field says so', () => {
  expect(actionLines({})).toEqual([
    'open | Fleet action',
    '**Status not given**',
    'ok not given · failed not given · miners not given',
    '-# Started not given by not given',
    '(Read from the pool)',
  ]);
  expect(actionProgress(fleetAction.parse({})).isOver).toBe(false);
});

test('an action with many failure codes names the three most frequent', () => {
  const codes = ['A', 'B', 'B', 'C', 'C', 'C', 'D', 'D', 'D', 'D', 'E'];
  const summary = codes.map((failure_code) => ({ failure_code }));
  expect(actionLines({ ...REBOOT, miners_summary: summary })).toContain(
    'D 4 · C 3 · B 2 · 2 more codes: CSV',
  );
});

test('failed miners are a line each, with the pool’s reason', () => {
  const failed = failedMiners(fleetAction.parse(REBOOT));
  expect(failed.map(failedMinerLine)).toEqual([
    '10.11.1.201 · AUTH\\_FAILED · The miner refused the credentials',
    '10.11.1.202 · FIRMWARE\\_UNSUPPORTED',
    'm-3 · AUTH\\_FAILED',
  ]);
});

test('the file of an action has every miner and the action’s own fields', () => {
  const records = actionRecords(fleetAction.parse(REBOOT));
  expect(records).toHaveLength(4);
  expect(records[1]).toMatchObject({ failure_code: 'AUTH_FAILED', action: { progress: 42 } });
  expect(actionRecords(fleetAction.parse({ id: 'a' }))).toEqual([{ action: { id: 'a' } }]);
});
