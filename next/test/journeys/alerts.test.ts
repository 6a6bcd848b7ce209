import { beforeEach, describe, expect, test } from 'vitest';
import type { Person, ShownMessage } from '../../sandbox/discord/types.js';
import { changeAddressElsewhere, losePower } from '../../sandbox/pool/controls.js';
import { deviations } from '../../sandbox/pool/deviations.js';
import { answering, down } from '../../sandbox/pool/faults.js';
import { answer, ask, confirm, COLD } from '../support/changes.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

const MINUTE = 60_000;
const AIR = 'cedar-ridge-air';

let server: Server;
let onCall: string;

beforeEach(async () => {
  server = await newServer({ ownWorld: true });
  onCall = server.guild.addRole('On call', { mentionable: true }).id;
  await server.admin.run('alerts channel', { channel: server.channel.id });
});

/** Alerts look once a minute. */
async function pass(minutes: number): Promise<void> {
  for (let half = 0; half < 2 * minutes; half++) await server.clock.jump(MINUTE / 2);
}

/** Adds a rule and gives it time to see that all is well; returns its id. */
async function watch(condition: string, options: Record<string, string> = {}): Promise<string> {
  const added = answer(await server.admin.run('alerts add', { condition, ...options }));
  const [, id = ''] = / id (\w+)/.exec(shown(server, added)) ?? [];
  return id;
}

const messages = (): readonly ShownMessage[] => server.channel.messages();
const textOf = (message: ShownMessage | undefined) =>
  shown(server, message ?? null, { hideTimes: true });
/** Their first lines. */
const titles = () => messages().map((message) => textOf(message).split('\n')[0]);

function first(): ShownMessage {
  const [message] = messages();
  if (message === undefined) throw new Error('Nobody was told');
  return message;
}

/** The pool's five-minute hashrate, of which the rate of a day is 1.688 PH/s. */
function setHashrate(hashrate_5m: string): void {
  server.workspace.rewrite = (body, { path }) =>
    path.includes('/summary/') ? Object.assign({}, body, { hashrate_5m }) : body;
}
const fall = () => setHashrate('900000000000000');

const FIRING = '▌amber Firing · Hashrate at 53.2% of 24 h';

async function expectGolden(message: ShownMessage | undefined, name: string): Promise<void> {
  await expect(textOf(message)).toMatchFileSnapshot(`goldens/alert-${name}.txt`);
}

async function click(by: Person, label: string): Promise<ShownMessage> {
  return answer(await by.in(server.channel).click(first(), label));
}

describe('an alert', () => {
  test('fires after its pending period, is acknowledged, and resolves with a reply, each told once', async () => {
    await watch('hashrate', { threshold: '80%', for: '10 min', role: onCall });
    await pass(2);
    fall();
    await pass(9);
    expect(titles()).toEqual([]);
    await eventually(server, () => expect(titles()).toHaveLength(1));
    await expectGolden(first(), 'firing');
    expect(first().mention_roles).toEqual([onCall]);

    const refused = await click(server.viewer, 'Acknowledge');
    expect(textOf(refused)).toMatch(/^▌amber Managers only\n/);
    const acknowledged = await click(server.manager, 'Acknowledge');
    expect(acknowledged.id).toBe(first().id);
    await expectGolden(first(), 'acknowledged');

    setHashrate('1690000000000000');
    await pass(2);
    await expectGolden(first(), 'recovering');
    await pass(6);
    await eventually(server, () => expect(titles()).toHaveLength(2));
    await expectGolden(first(), 'resolved');
    await expectGolden(messages()[1], 'resolved-reply');
    expect(messages()[1]?.message_reference?.message_id).toBe(first().id);
    await pass(15);
    expect(titles()).toHaveLength(2);
    expect(server.discord.refusals).toEqual([]);
  });

  test('that nobody acknowledges is told again after an hour', async () => {
    await watch('hashrate', { threshold: '80%', role: onCall });
    fall();
    await pass(12);
    await pass(60);
    await eventually(server, () => expect(titles()).toHaveLength(2));
    await expectGolden(messages()[1], 'reminder');
    const { message } = await server.viewer.run('alerts list');
    await expectGolden(message ?? undefined, 'list');
  });

  test('is held back by a silence, and fires when that ends', async () => {
    await watch('hashrate', { threshold: '80%' });
    await server.manager.run('alerts silence', { for: '45 min', reason: 'Transformer' });
    fall();
    await pass(44);
    expect(titles()).toEqual([]);
    await pass(2);
    await eventually(server, () => expect(titles()).toEqual([FIRING]));
    const asked = await click(server.manager, 'Silence…');
    await server.manager.in(server.channel).click(asked, '2 h');
    await eventually(server, () => expect(textOf(first())).toContain('Silenced'));
    await expectGolden(first(), 'silenced');
  });

  test('neither fires nor resolves without figures, which is told after 30 minutes', async () => {
    await watch('hashrate', { threshold: '80%' });
    await watch('hashrate', { threshold: '2 PH/s', for: '20 min' });
    fall();
    await pass(12);
    await eventually(server, () => expect(titles()).toEqual([FIRING]));
    server.workspace.rewrite = deviations.noHashrate;
    await pass(29);
    expect(titles()).toEqual([FIRING]);
    await pass(2);
    const missing = '⚠️ **No data for Hashrate** since <t:…:t>. The rule rests.';
    await eventually(server, () => expect(titles()).toEqual([FIRING, missing, missing]));
    await expectGolden(first(), 'no-figure');
    setHashrate('1690000000000000');
    await pass(2);
    const back = '✅ **Data for Hashrate is back.**';
    await eventually(server, () =>
      expect(titles().slice(1)).toEqual([missing, missing, back, back]),
    );
    expect(textOf(first())).toContain('Firing');
  });

  test('of a rule that is removed is ended, not resolved', async () => {
    const rule = await watch('hashrate', { threshold: '80%' });
    fall();
    await pass(13);
    const asked = answer(await server.admin.run('alerts remove', { rule }));
    await server.admin.click(asked, 'Remove');
    await eventually(server, () => expect(textOf(first())).toContain('Ended'));
    await expectGolden(first(), 'ended');
    expect(titles()).toHaveLength(1);
  });

  test('of many at once is one message', async () => {
    for (let percent = 80; percent <= 90; percent++)
      await watch('hashrate', { threshold: `${percent}%` });
    fall();
    await pass(13);
    await expectGolden(first(), 'many-at-once');
    expect(titles()).toHaveLength(1);
  });
});

test('a rule goes on though some miners have a field of another shape', async () => {
  await watch('offline-miners', { threshold: '4', for: '2 min' });
  server.workspace.rewrite = deviations.oddFields;
  await pass(2);
  losePower(server.workspace, 'Lone Mesa');
  await pass(5);
  await eventually(server, () => expect(titles()).toHaveLength(1));
  await expectGolden(first(), 'offline-miners');
});

test('a pool that cannot be read is told after ten minutes, a refused key at once', async () => {
  await watch('hashrate', { threshold: '80%' });
  server.workspace.fault = down();
  await pass(9);
  expect(titles()).toEqual([]);
  await pass(4);
  await eventually(server, () => expect(titles()).toHaveLength(1));
  await expectGolden(first(), 'pool');
  server.workspace.fault = null;
  await pass(8);
  await eventually(server, () => expect(titles()).toHaveLength(2));
  server.workspace.fault = answering(401);
  await pass(2);
  await eventually(server, () => expect(titles()).toHaveLength(3));
});

describe('a payout address that is changed', () => {
  test('at the pool is told before → after within two minutes', async () => {
    const { guild, workspace, clock, admin } = server;
    const audit = guild.addChannel('audit');
    await admin.run('setup defaults', { audit: audit.id });
    await pass(2);
    const changedAt = clock.now();
    const address = changeAddressElsewhere(workspace, AIR, 'BTC');
    await clock.advance(2 * MINUTE + 5_000);
    const lastPost = Date.parse(first().timestamp);
    expect(lastPost - changedAt).toBeLessThanOrEqual(2 * MINUTE + 5_000);
    expect(textOf(first()).replaceAll(/\s/g, '')).toContain(address);
    await expectGolden(first(), 'changed-elsewhere');
    const lines = audit.messages().flatMap((message) => textOf(message).split('\n'));
    expect(lines).toContain(`🚨 New payout address at the pool: BTC payouts of **${AIR}**`);
    await pass(5);
    expect(titles()).toHaveLength(1);
  });

  test('through Pitboss is not', async () => {
    await pass(2);
    await confirm(await ask(server, 'payments'), server.approver);
    await pass(10);
    expect(JSON.stringify(server.workspace.paymentSettings)).toContain(COLD);
    expect(titles()).toEqual([]);
    changeAddressElsewhere(server.workspace, AIR, 'BTC');
    await pass(3);
    await eventually(server, () => expect(titles()).toHaveLength(1));
  });
});
