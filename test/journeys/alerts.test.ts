import { beforeEach, describe, expect, test } from 'vitest';
import type { ShownMessage } from '../../sandbox/discord/types.js';
import { changeAddressElsewhere, losePower } from '../../sandbox/pool/controls.js';
import { deviations } from '../../sandbox/pool/deviations.js';
import { answering, down } from '../../sandbox/pool/faults.js';
import { answer, ask, confirm, COLD } from '../support/changes.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

const MINUTE = 60_000;

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

/** Adds a rule; returns its id. */
async function watch(condition: string, options: Record<string, string> = {}): Promise<string> {
  const added = answer(await server.admin.run('alerts add', { condition, ...options }));
  const [, id = ''] = / id (\w+)/.exec(shown(server, added)) ?? [];
  return id;
}

const messages = () => server.channel.messages();
const textOf = (message: ShownMessage | undefined) =>
  shown(server, message ?? null, { hideTimes: true });
/** Their first lines. */
const titles = () => messages().map((message) => textOf(message).split('\n')[0]);

function first(): ShownMessage {
  const [message] = messages();
  if (message === undefined) throw new Error('Nobody was told');
  return message;
}

/** The pool's five-minute hashrate; the rate of a day is 1.688 PH/s. */
function setHashrate(hashrate_5m: string): void {
  server.workspace.rewrite = (body, { path }) =>
    path.includes('/summary/') ? Object.assign({}, body, { hashrate_5m }) : body;
}
const fall = () => setHashrate('900000000000000');

/** What a command answers to a viewer. */
const read = async (command: string) => textOf(answer(await server.viewer.run(command)));

const FIRING = '▌amber Firing · Hashrate at 53.2% of 24 h';

async function expectGolden(message: ShownMessage | undefined, name: string): Promise<void> {
  await expect(textOf(message)).toMatchFileSnapshot(`goldens/alert-${name}.txt`);
}

describe('an alert', () => {
  test('fires after its pending period, is acknowledged, and resolves with a reply, each told once', async () => {
    await watch('hashrate', { threshold: '80%', for: '10 min', role: onCall });
    await pass(2);
    fall();
    await pass(9);
    expect(titles()).toEqual([]);
    expect(await read('alerts rules')).toContain('holds since <t:…:t>');
    await pass(3);
    await expectGolden(await eventually(server, first), 'firing');
    expect(first().mention_roles).toEqual([onCall]);

    const { components } = first();
    await server.manager.click(first(), 'Acknowledge');
    await expectGolden(first(), 'acknowledged');
    Object.assign(first(), { components });
    const late = await server.admin.click(first(), 'Acknowledge');
    expect(textOf(answer(late))).toBe('▌amber Too late\n@Marek has it already.');

    setHashrate('1690000000000000');
    await pass(2);
    await eventually(server, () => expect(textOf(first())).toContain('Good since'));
    await expectGolden(first(), 'recovering');
    await pass(6);
    await eventually(server, () => expect(titles()).toHaveLength(2));
    await expectGolden(first(), 'resolved');
    await expectGolden(messages()[1], 'resolved-reply');
    expect(messages()[1]?.message_reference?.message_id).toBe(first().id);
    await pass(15);
    expect(titles()).toHaveLength(2);
    expect(await read('alerts list')).toContain('**Last 30 days: 1**\n• Hashrate, 12 min');
    const exported = answer(await server.viewer.run('alerts export'));
    const csv = String(exported.contents['alerts.csv']);
    expect(csv).toMatch(/,hashrate,resolved,2026-11-29T12:\d\d:/);
    expect(csv).toContain(server.manager.id);
    expect(server.discord.refusals).toEqual([]);
  });

  test('that nobody acknowledges is told again after an hour', async () => {
    await watch('hashrate', { threshold: '80%', role: onCall });
    fall();
    await pass(12);
    await server.clock.jump(60 * MINUTE);
    await pass(1);
    await eventually(server, () => expect(titles()).toHaveLength(2));
    await expectGolden(messages()[1], 'reminder');
    const { message } = await server.viewer.run('alerts list');
    await expectGolden(message ?? undefined, 'list');
    expect(await read('alerts rules')).toMatch(/🔴 \*\*Hashrate .*\n.* · firing <t:…:R>/);
    const [, reminder] = messages();
    const taken = await server.manager.click(reminder ?? first(), 'Acknowledge');
    expect(textOf(answer(taken))).toBe('👤 @Marek has it: Hashrate at 53.2% of 24 h');
  });

  test('is held back by a silence, and fires when that ends', async () => {
    await watch('hashrate', { threshold: '80%', for: '2 min' });
    await server.manager.run('alerts silence', { for: '15 min', reason: 'Transformer' });
    fall();
    await pass(14);
    expect(titles()).toEqual([]);
    expect(await read('alerts rules')).toContain('silenced until <t:…:t>');
    await pass(2);
    await eventually(server, () => expect(titles()).toEqual([FIRING]));
    const form = await server.manager.click(first(), 'Silence…');
    const silenced = await server.manager.submit(form, { for: '2 h', reason: 'Transformer' });
    expect(silenced.message?.privateTo).toBe(server.manager.id);
    await eventually(server, () => expect(textOf(first())).toContain('Silenced'));
    await expectGolden(first(), 'silenced');
    const list = answer(await server.manager.run('alerts list'));
    const taken = await server.manager.choose(list, ['Hashrate at 53.2% of 24 h']);
    await expectGolden(answer(taken), 'list-acknowledged');
  });

  test('neither fires nor resolves without figures, which is told after 30 minutes', async () => {
    await watch('hashrate', { threshold: '80%' });
    await watch('hashrate', { threshold: '2 PH/s', for: '20 min' });
    fall();
    await pass(12);
    await eventually(server, () => expect(titles()).toEqual([FIRING]));
    server.workspace.rewrite = deviations.noHashrate;
    await pass(1);
    await server.clock.jump(27 * MINUTE);
    await pass(1);
    expect(titles()).toEqual([FIRING]);
    await pass(3);
    const missing = '⚠️ **No data for Hashrate** since <t:…:t>. The rule rests.';
    await eventually(server, () => expect(titles()).toEqual([FIRING, missing, missing]));
    await eventually(server, () => expect(textOf(first())).toContain('⚠️'));
    await expectGolden(first(), 'no-figure');
    expect(await read('alerts rules')).toContain('no data since <t:…:t>');
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
    await eventually(server, first);
    const asked = answer(await server.admin.run('alerts remove', { rule }));
    await server.admin.click(asked, 'Remove');
    await eventually(server, () => expect(textOf(first())).toContain('Ended'));
    await expectGolden(first(), 'ended');
    expect(titles()).toHaveLength(1);
  });
});

test('a rule goes on though some miners have a field of another shape', async () => {
  await watch('offline-miners', { threshold: '4', for: '2 min' });
  server.workspace.rewrite = deviations.oddFields;
  losePower(server.workspace, 'Lone Mesa');
  await pass(5);
  await expectGolden(await eventually(server, first), 'offline-miners');
  const opened = await server.viewer.click(first(), 'Show');
  expect(textOf(answer(opened))).toMatch(/^▌blue Miners · offline\n/);
});

test('offline miners are not back where the pool gives no list of them', async () => {
  await watch('offline-miners', { threshold: '4', for: '1 min' });
  losePower(server.workspace, 'Lone Mesa');
  await pass(3);
  await eventually(server, first);
  server.workspace.rewrite = (body, { path }) => (path.includes('/miners') ? {} : body);
  await pass(8);
  expect(titles()).toEqual(['▌amber Firing · 5 miners offline']);
});

test('a pool that cannot be read is told after ten minutes, a refused key at once', async () => {
  server.workspace.fault = down();
  await pass(9);
  expect(titles()).toEqual([]);
  await pass(4);
  await expectGolden(await eventually(server, first), 'pool');
  server.workspace.fault = null;
  await pass(8);
  await eventually(server, () => expect(titles()).toHaveLength(2));
  server.workspace.fault = answering(401, { error: { code: 'UNAUTHORIZED' } });
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
    const address = changeAddressElsewhere(workspace, 'cedar-ridge-air', 'BTC');
    await clock.advance(2 * MINUTE + 5_000);
    expect(Date.parse(first().timestamp) - changedAt).toBeLessThan(2 * MINUTE + 5_000);
    expect(textOf(first()).replaceAll(/\s/g, '')).toContain(address);
    await expectGolden(first(), 'changed-elsewhere');
    const lines = audit.messages().map(textOf).join('\n');
    expect(lines).toContain(
      '🚨 New payout address at the pool: BTC payouts of **cedar-ridge-air**',
    );
    await pass(5);
    expect(titles()).toHaveLength(1);
  });

  test('through Pitboss is not', async () => {
    await pass(2);
    await confirm(await ask(server, 'payments'), server.approver);
    await pass(10);
    expect(JSON.stringify(server.workspace.paymentSettings)).toContain(COLD);
    expect(titles()).toEqual([]);
    changeAddressElsewhere(server.workspace, 'cedar-ridge-air', 'BTC');
    await pass(3);
    await eventually(server, first);
  });
});
