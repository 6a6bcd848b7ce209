import { beforeEach, expect, test } from 'vitest';
import type { ShownMessage } from '../../sandbox/discord/types.js';
import { down, onlyFor } from '../../sandbox/pool/faults.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

let server: Server;

beforeEach(async () => {
  server = await newServer();
});

/** A fleet action of 20 miners that tests move on. */
function startAction(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const action = {
    id: 'a-reboot',
    action_type: 'Reboot',
    status: 'PROCESSING',
    site_id: server.workspace.sites[0]?.id,
    created_at: '2026-11-29T12:00:00Z',
    initiated_by: 'ops@northwind.example',
    total_miners: 20,
    success_miners: 8,
    error_miners: 1,
    miners_summary: [],
    ...changes,
  };
  server.workspace.actions.push(action);
  return action;
}

const newest = (): ShownMessage | null => server.channel.messages().at(-1) ?? null;

/** The followed message as people see it now. */
const followed = (id: string | undefined): string =>
  shown(server, server.channel.messages().find((message) => message.id === id) ?? null);

async function follow(length?: string) {
  const viewer = server.viewer.in(server.channel);
  const options = { id: 'a-reboot', ...(length && { for: length }) };
  const { message } = await viewer.run('action follow', options);
  if (message === null) throw new Error('Nothing is followed');
  // Where it stands is noted a moment later.
  await server.clock.advance(1_000);
  return message;
}

test('a followed action is shown as it goes on, and its end tells who follows', async () => {
  const action = startAction();
  const message = await follow();
  expect(shown(server, message)).toContain('9 of 20 finished');
  expect(shown(server, message)).toMatch(/Updates here until <t:\d+:t>/);
  action['success_miners'] = 12;
  await server.restart();
  await eventually(server, () => expect(followed(message.id)).toContain('13 of 20 finished'));
  Object.assign(action, { success_miners: 18, error_miners: 2, status: 'COMPLETED' });
  await eventually(server, () =>
    expect(shown(server, newest())).toContain(
      '@Vera 🏁 **Reboot at Cedar Ridge finished:** 18 of 20 ok, 2 failed.',
    ),
  );
  expect(newest()?.mentions.map(({ id }) => id)).toEqual([server.viewer.id]);
  expect(newest()?.message_reference?.message_id).toBe(message.id);
  expect(shown(server, newest())).toContain('[Failed miners]');
  expect(followed(message.id)).not.toContain('Stop');
  expect(followed(message.id)).not.toContain('Updates here');
  const looks = () => server.workspace.requests.filter(({ path }) => path.includes('/actions/'));
  const before = looks().length;
  await server.clock.advance(30_000);
  expect(looks()).toHaveLength(before);
  expect(server.channel.messages()).toHaveLength(2);
  expect(server.discord.refusals).toEqual([]);
});

test('a silent pool is said, and asked again until it answers', async () => {
  const action = startAction();
  const message = await follow();
  server.workspace.fault = onlyFor('/actions/', down());
  await eventually(server, () =>
    expect(followed(message.id)).toMatch(/⚠️ No answer since <t:\d+:t>; these figures are old\./),
  );
  expect(followed(message.id)).toContain('9 of 20 finished');
  server.workspace.fault = null;
  action['success_miners'] = 10;
  await eventually(server, () => {
    expect(followed(message.id)).toContain('11 of 20 finished');
    expect(followed(message.id)).not.toContain('No answer');
  });
});

test('who follows or a manager stops it, and nobody is pinged', async () => {
  startAction();
  const message = await follow();
  const other = server.guild.addPerson('Oskar').in(server.channel);
  const refused = await other.click(message, 'Stop');
  expect(shown(server, refused.message)).toContain('Not yours');
  const stopped = await server.manager.in(server.channel).click(message, 'Stop');
  expect(shown(server, stopped.message)).not.toContain('Stop');
  await server.clock.jump(2 * 3_600_000);
  await server.clock.advance(15_000);
  expect(newest()?.id).toBe(message.id);
});

test('all miners are exported with every field', async () => {
  const { viewer, workspace } = await newServer({ size: 'standard' });
  const { message } = await viewer.run('miners export', { site: 'Cedar Ridge' });
  expect(shown(server, message)).toContain('Miners · Cedar Ridge');
  expect(shown(server, message)).toContain('**714 miners**, every field');
  const text = String(message?.contents['miners.csv']);
  expect(text.trim().split('\r\n')).toHaveLength(715);
  for (const { id } of workspace.miners.slice(0, 714)) expect(text).toContain(String(id));
});
