import { beforeEach, test } from 'vitest';
import type { Outcome } from '../../sandbox/discord/types.js';
import { conversation } from '../support/conversation.js';
import { newServer, shown, type Server } from '../support/world.js';

let server: Server;
let talk: ReturnType<typeof conversation>;

beforeEach(async () => {
  server = await newServer({ ownWorld: true });
  talk = conversation(server);
});

/** Of the rule that was added. */
const idOf = ({ message }: Outcome) => / id (\w+)/.exec(shown(server, message))?.[1] ?? '';

test('a rule is added as typed, edited, tried and removed', async () => {
  const { admin, guild } = server;
  for (const name of ['On call', 'Boss']) guild.addRole(name, { mentionable: true });
  const usual = { condition: 'hashrate', threshold: '80%' };
  const rule = idOf(await talk.run(admin, 'alerts add', usual));
  await talk.run(admin, 'alerts rules');
  await talk.run(admin, 'alerts channel', { role: 'On call' });
  const told = { for: '1h', role: 'On call', 'second-role': 'Boss', remind: '30 min' };
  const all = { condition: 'offline-miners', threshold: '12 miners', site: 'Lone Mesa', ...told };
  const other = idOf(await talk.run(admin, 'alerts add', all));
  const changes = { rule: `${rule.toUpperCase()} `, role: 'On call', threshold: '75%' };
  await talk.run(admin, 'alerts edit', changes);
  await talk.run(admin, 'alerts edit', { rule, for: '1h' });
  for (const button of ['Keep', 'Remove']) {
    await talk.run(admin, 'alerts remove', { rule });
    await talk.click(admin, button);
  }
  await talk.run(admin, 'alerts edit', { rule, for: '1h' });
  await talk.run(admin, 'alerts rules');
  await talk.matches('alert-rules', [rule, other]);
});

test('what cannot be a rule or a silence is refused', async () => {
  for (const [command, given] of [
    ['add', { condition: 'margin' }],
    ['add', { condition: 'temperature', currency: 'BTC' }],
    ['add', { condition: 'hashrate', for: 'soon' }],
    ['add', { condition: 'hashrate', currency: 'USD' }],
    ['silence', {}],
    ['silence', { off: true }],
    ['silence', { for: 'a while' }],
    ['silence', { for: '1h', from: '25:00' }],
    ['silence', { rule: 'nope', for: '1h' }],
  ] as const)
    await talk.run(server.admin, `alerts ${command}`, given);
  await talk.matches('alert-rules-refused');
});

test('silences end at times of the server’s zone, those of changes at the pool after a day', async () => {
  const { admin, manager, guild } = server;
  guild.addChannel('audit');
  // It is 06:00 there.
  await admin.run('setup defaults', { audit: 'audit', timezone: 'America/Chicago' });
  const reason = 'Transformer maintenance';
  for (const length of ['30 min', 'until 08:00', 'until 05:30', '1 d'])
    await talk.run(manager, 'alerts silence', { rule: 'pool', for: length });
  await talk.run(manager, 'alerts silence', { from: 'tomorrow 06:00', for: '2d', reason });
  await talk.run(manager, 'alerts list');
  await talk.run(manager, 'alerts silence', { off: true });
  await talk.matches('alert-silences');
});
