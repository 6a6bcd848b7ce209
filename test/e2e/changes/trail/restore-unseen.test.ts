import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import { bareBots } from '../../bare-bot.js';
import { auditedWorld, changeWorld, confirm, loosen, openStoreOf, told } from '../change-world.js';
import type { ChangeWorld } from '../change-world.js';
import { eventually } from '../../eventually.js';
import { idOf, shown } from '../../shown.js';
import { ask, settledOf, startWorld, type World } from '../../world.js';

/**
 * An older copy of the store is put back where what people were shown is hard to come by: another
 * application posted it, or the bot may not read it. The pool gets one request all the same.
 */

/** Four worlds side by side keep a busy machine waiting. */
const PATIENT = { POOL_API_TIMEOUT_MS: '10000' };

const posts = (world: World, channelId: string): string =>
  world.discord
    .messages(channelId)
    .map((each) => shown(each))
    .join('\n');

/** Copies the stopped bot's data; the result puts it back. */
async function copyData({ dataDir }: World): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-copy-'));
  await cp(dataDir, folder, { recursive: true });
  return async () => {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
    await cp(folder, dataDir, { recursive: true });
    await rm(folder, { recursive: true });
  };
}

/**
 * The change is sent and its card says so; the copy tells only that it was asked for. `replace` is what
 * happens to the first card meanwhile; it gives the next.
 */
async function sendThenPutBack(
  house: World,
  world: ChangeWorld,
  replace = async (first: LoopbackMessage) => first,
): Promise<LoopbackMessage> {
  const first = await world.askToMove();
  // What is done with the click comes before the copy.
  await ask(world.as('viewer'), 'changes list');
  await house.bot.stop();
  const putBack = await copyData(house);
  await house.start();
  const card = await replace(first);
  await confirm(world, 'second', card);
  await eventually(() => expect(world.card(card)).toContain('Sent once; the pool answered'));
  expect(world.writes()).toHaveLength(1);
  await ask(world.as('viewer'), 'changes list');
  await house.bot.stop();
  await putBack();
  return card;
}

const changeIn = (card: string): string => /Change (\S+)/.exec(card)?.[1] ?? '';

/** Chosen from the list; the answer is the chooser's alone. */
async function choose(world: ChangeWorld, id: string): Promise<LoopbackMessage> {
  const list = await ask(world.as('second'), 'changes list');
  return settledOf(world.as('second').select(list, idOf(list, 'Show a change'), [id]));
}

describe.concurrent('an older copy put back', () => {
  test(
    'that knows an older card, which was deleted and shown again',
    { timeout: 90_000 },
    async ({ onTestFinished }) => {
      const house = await startWorld({ env: PATIENT });
      onTestFinished(async () => house.close());
      await house.start();
      const world = await changeWorld(house);
      const card = await sendThenPutBack(house, world, async (first) => {
        const id = changeIn(world.card(first));
        world.discord.deleteMessage(first.id);
        return ask(world.as('second'), 'changes show', { id });
      });
      const before = world.card(card);
      await house.start();
      await eventually(async () => {
        const copy = await ask(world.as('second'), 'changes show', { id: changeIn(before) });
        expect(shown(copy)).toContain('Audit entries of this server are missing');
        expect(copy.components).toEqual([]);
      });
      expect(world.card(card)).toBe(before);
      expect(world.writes()).toHaveLength(1);
    },
  );

  test.for(['deleted', 'left there'])(
    'with the data moved to another application, the first one’s card %s',
    { timeout: 90_000 },
    async (what, { onTestFinished }) => {
      const house = await startWorld({ discord: { hasOneId: true }, env: PATIENT });
      const { runBot, endAll } = bareBots();
      onTestFinished(async () => {
        await endAll();
        await house.close();
      });
      await house.start();
      const { world, audit } = await auditedWorld(house);
      const card = await sendThenPutBack(house, world);
      if (what === 'deleted') world.discord.deleteMessage(card.id);
      const before = world.card(card);
      const { token } = world.discord.replaceApplication({ readsContent: true });
      runBot(house.dataDir, {
        ...house.env,
        DISCORD_TOKEN: token,
        DISCORD_APPLICATION_PREVIOUS: world.discord.applicationId,
      });
      await world.discord.ready(45_000);

      const id = changeIn(before);
      const copy = await ask(world.as('second'), 'changes show', { id });
      expect(shown(copy)).toContain('Audit entries of this server are missing');
      expect(copy.components).toEqual([]);
      await eventually(() =>
        expect(posts(world, audit)).toContain('found that audit entries are missing'),
      );
      expect(world.card(card)).toBe(before);
      expect(world.writes()).toHaveLength(1);
    },
  );

  test.for(['known', 'lost'])(
    'where the bot may not read, and the card’s place is %s',
    { timeout: 90_000 },
    async (place, { onTestFinished }) => {
      const house = await startWorld({ env: PATIENT });
      onTestFinished(async () => house.close());
      await house.start();
      const world = await changeWorld(house);
      const card = await sendThenPutBack(house, world);
      const before = world.card(card);
      if (place === 'lost') {
        const store = await openStoreOf(world);
        const row = `${world.guild.id}:${changeIn(before)}`;
        expect(await store.notes('change-cards').delete(row)).toBe(true);
        await store.close();
      }
      world.guild.channels.get(world.channelId)?.missing.add('ReadMessageHistory');
      await house.start();

      const id = changeIn(before);
      const chosen = await choose(world, id);
      const clicked = await confirm(world, 'second', chosen);
      await eventually(() => expect(told(clicked)).toContain('Read Message History'));
      const again = await ask(world.as('second'), 'changes show', { id });
      expect(shown(again)).not.toContain('Confirm');
      expect(world.card(card)).toBe(before);
      expect(world.writes()).toHaveLength(1);
    },
  );

  test(
    'without the change, and Discord can’t show the audit channel that tells of it',
    { timeout: 90_000 },
    async ({ onTestFinished }) => {
      const house = await startWorld({ env: PATIENT });
      onTestFinished(async () => house.close());
      await house.start();
      const { world, audit } = await auditedWorld(house);
      // Then one admin alone may take the channel away.
      await loosen(world, 'setup roles', { payments: 'self' });
      // The pool goes on listing what there was, so the same can be asked for again.
      world.pool.workspaceOf(world.key).requiresApproval.moves = true;
      await house.bot.stop();
      const putBack = await copyData(house);
      await house.start();
      const first = await world.askToMove();
      await confirm(world, 'manager', first);
      await eventually(() => expect(posts(world, audit)).toContain('got the pool’s answer'));
      await house.bot.stop();
      await putBack();

      const { ofChannels } = world.discord.faults;
      ofChannels.set(`GET ${audit}`, '500');
      await house.start();
      for (const [name, value] of Object.entries({ audit: world.channelId, clear: 'audit' })) {
        const refused = shown(await ask(world.as('admin'), 'setup defaults', { [name]: value }));
        expect(refused).toContain('so it isn’t replaced yet, and nothing was set');
      }
      const again = await world.askToMove();
      const clicked = await confirm(world, 'manager', again);
      await eventually(() => expect(told(clicked)).toContain('audit channel'));
      ofChannels.clear();
      await eventually(async () =>
        expect(shown(await world.askToMove('second'))).toContain(
          'Audit entries of this server are missing',
        ),
      );
      expect(world.writes()).toHaveLength(1);
    },
  );
});
