import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import { changeWorld, type ChangeWorld } from '../change-world.js';
import { idOf, shown } from '../../shown.js';
import { ask, settledOf, startWorld, type World } from '../../world.js';

/** A custom id or display name that holds the server's API key reaches no entry and no post. */

let house: World;
let world: ChangeWorld;
let audit: string;
let card: LoopbackMessage;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
  world = await changeWorld(house);
  audit = [...world.guild.channels.keys()][1] ?? '';
  await ask(world.as('admin'), 'setup defaults', { audit });
  card = await world.askToMove();
});
afterAll(() => house.close());

/** The beginning of the key, as much as is struck out anywhere. */
const beginning = () => world.key.slice(0, 12);

async function nobodyReadsIt(): Promise<void> {
  const { seq = 0 } = (await world.trail()).at(-1) ?? {};
  const posts = () => world.discord.messages(audit).map((each) => shown(each));
  await expect.poll(() => posts().join('\n')).toContain(`entry ${seq} · `);
  expect(JSON.stringify(await world.wholeTrail())).not.toContain(beginning());
  expect(posts().join('\n').replaceAll('\\', '')).not.toContain(beginning());
  expect(world.log.filter((line) => line.includes(beginning()))).toEqual([]);
}

test.each(['x:', ''])('a forged custom id that is %j and the key', async (before) => {
  const entries = (await world.refusals()).length;
  await world.as('viewer').forge(card, `${before}${world.key}`);
  await expect.poll(() => world.refusals()).toHaveLength(entries + 1);
  expect((await world.refusals()).at(-1)).toBe(`${before}[key] unknown-id Vera`);
  await nobodyReadsIt();
});

test('a display name that is how the key begins, of somebody who may and of somebody who may not', async () => {
  const name = world.key.slice(0, 28);
  const managers = world.people.manager.roleIds;
  const people = [managers, []].map((roleIds) => world.guild.addPerson({ name, roleIds }));
  for (const each of people) {
    const actor = world.discord.as(each, world.channelId);
    await ask(actor, 'subaccount move', world.elsewhere(1));
  }
  const named = (await world.trail()).slice(-2).map(({ step, actor }) => [step, actor]);
  expect(named).toEqual([
    ['asked', { id: people[0]?.id, name: '[key]' }],
    ['refused', { id: people[1]?.id, name: '[key]' }],
  ]);
  await nobodyReadsIt();
});

describe('a display name that holds a key which its owner', () => {
  /** In a server of their own: what its trail and its export say after the named admin acted. */
  async function entered(
    ofWhich: (there: ChangeWorld) => string,
    act: (named: Actor, there: ChangeWorld, key: string) => Promise<unknown>,
  ): Promise<void> {
    const there = await changeWorld(house);
    const key = ofWhich(there);
    const person = there.guild.addPerson({ name: `Ida ${key}`, manageGuild: true });
    await act(there.discord.as(person, there.channelId), there, key);
    const last = (await there.wholeTrail()).at(-1);
    expect(last?.actor).toEqual({ id: person.id, name: 'Ida [key]' });
    const exported = await ask(there.as('otherAdmin'), 'changes export');
    const files = exported.attachments.map(({ data }) => Buffer.from(data).toString());
    const said = [...files, JSON.stringify(await there.wholeTrail()), ...there.log].join('\n');
    expect(said).toContain('Ida [key]');
    expect(said).not.toContain(key.slice(0, 12));
  }

  const connect = async (admin: Actor, key: string) =>
    settledOf(admin.submit(await admin.command('setup key'), { key }));
  const disconnect = async (admin: Actor) => {
    const question = await ask(admin, 'setup disconnect');
    await settledOf(admin.click(question, idOf(question, 'Delete')));
  };
  const newKey = ({ pool }: ChangeWorld) => pool.addWorkspace().key;

  test('connects', () =>
    entered(newKey, async (named, there, key) => {
      await disconnect(there.as('admin'));
      await connect(named, key);
    }));

  test('connects in another’s place', () =>
    entered(newKey, (named, _, key) => connect(named, key)));

  test('replaces', () =>
    entered(
      ({ key }) => key,
      (named, there) => connect(named, newKey(there)),
    ));

  test('deletes', () =>
    entered(
      ({ key }) => key,
      (named) => disconnect(named),
    ));
});
