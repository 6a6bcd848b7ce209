import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering, down } from '../../sandbox/pool/faults.js';
import { ask, confirm } from '../support/changes.js';
import { startHouse, type House } from '../support/process.js';
import { connect, shown, type Server } from '../support/world.js';

const REFUSED_KEY = 'lpk_0123456789-of-another-pool';

let house: House;
beforeEach(async () => {
  house = await startHouse();
});
afterEach(() => house.close());

test('secrets appear in no output, file or message of a whole session', async () => {
  const bot = await house.start();
  const server = await house.newServer();
  const { key } = server.workspace;
  const forms = await useEverything(server);
  bot.signal('SIGTERM');
  expect(await bot.ended).toBe(0);

  const output = bot.stdout() + bot.stderr();
  const messages = messagesOf(server);
  const seen: Record<string, Buffer> = {
    ...filesIn(join(house.folder, 'data')),
    output: Buffer.from(output),
    messages: Buffer.from(messages),
    forms: Buffer.from(forms),
  };
  const { DISCORD_TOKEN = '', MASTER_KEY = '' } = house.variables;
  const master = Buffer.from(MASTER_KEY, 'base64');
  const secrets = { key, REFUSED_KEY, DISCORD_TOKEN, MASTER_KEY, master };
  const told = Object.entries(seen).flatMap(([place, bytes]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      bytes.includes(secret) ? [`${name} in ${place}`] : [],
    ),
  );
  expect(told).toEqual([]);
  // Tokens of interactions, by which anybody could answer.
  expect(output).not.toMatch(/loopback-[\da-f]{8}/);

  // And these are where they would be.
  expect(Object.keys(seen)).toContain('pitboss.sqlite');
  expect(messages.includes(`…${key.slice(-4)}`)).toBe(true);
  expect(messages.includes('echo of •••')).toBe(true);
  for (const outcome of ['pool-failed', 'unanswered']) expect(output.includes(outcome)).toBe(true);
});

/** Returns the forms that people saw. */
async function useEverything(server: Server): Promise<string> {
  const { admin, approver, viewer, workspace, guild, channel, discord } = server;
  await admin.run('setup defaults', { audit: channel.id });
  const opened = await admin.run('setup key');
  const refused = await admin.submit(opened, { key: REFUSED_KEY });
  expect(shown(server, refused.message)).not.toContain('Connected');
  await connect(server);
  for (const command of ['setup show', 'setup check', 'changes list', 'help'])
    await admin.run(command);
  for (const command of ['summary', 'payment-settings list', 'miners list'])
    await viewer.run(command);

  const echo = { message: `echo of ${workspace.key}` };
  const faults = [down(), ...[200, 400, 401, 500].map((status) => answering(status, echo))];
  for (const [index, fault] of faults.entries()) {
    workspace.fault = fault;
    // Each id is read anew.
    await viewer.run('action status', { id: `a${index}` });
  }
  workspace.fault = null;
  const cards = [await ask(server, 'move'), await ask(server, 'payments')];
  workspace.fault = ({ method }) =>
    method === 'GET' ? undefined : { kind: 'answer', status: 400, body: echo };
  for (const card of cards) await confirm(card, approver);
  workspace.fault = null;

  guild.fault = ({ path }) => (path.startsWith('/interactions') ? 500 : undefined);
  await viewer.run('summary');
  guild.fault = null;
  await vi.waitFor(() => expect(texts(server)).toMatch(/\*\*#2\*\* .* declined/), 10_000);
  discord.closeGateway();
  return JSON.stringify(opened.form);
}

function texts(server: Server): string {
  return server.channel
    .messages()
    .map((message) => shown(server, message))
    .join('\n');
}

function messagesOf({ guild }: Server): string {
  const messages = guild.channels.flatMap((channel) =>
    guild.people.flatMap((person) => channel.messages(person)),
  );
  const files = messages.flatMap(({ contents }) => Object.values(contents));
  return [JSON.stringify(messages), ...files.map(String)].join('\n');
}

/** As they are left behind, with SQLite's log. */
function filesIn(folder: string): Record<string, Buffer> {
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
}
