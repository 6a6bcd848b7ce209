import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newClient } from '../../../../src/store/redis/connect.js';
import { describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import {
  asAdmin,
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../../../store/support/redis-server.js';
import { changeWorld, confirm, told, type ChangeWorld } from '../change-world.js';
import { eventually } from '../../eventually.js';
import { idOf, shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

/**
 * An older copy of the store is restored: on disk while the bot is stopped, in Redis under the
 * living process and before a start; or the newest entries are deleted there. The pool gets one
 * request, and people are told what to do.
 */

/** Each has its own world: the tests run side by side, because they mostly wait. */
function restoring() {
  let house: World;
  let world: ChangeWorld;
  let auditId: string;

  async function begin(env: Record<string, string> = {}) {
    house = await startWorld({ env });
    await house.start();
    world = await changeWorld(house);
    auditId = [...world.guild.channels].find(([, { name }]) => name === 'audit')?.[0] ?? '';
    await ask(world.as('admin'), 'setup defaults', { audit: auditId });
    const card = await world.askToMove();
    await eventually(() => expect(audit()).toContain(' requested '));
    return { house, world, card };
  }

  function audit(): string {
    return world.discord
      .messages(auditId)
      .map((each) => shown(each))
      .join('\n');
  }

  async function sendIt(card: LoopbackMessage): Promise<void> {
    await confirm(world, 'second', card);
    await eventually(() => expect(world.card(card)).toContain('Sent once; the pool answered'));
    expect(world.writes()).toHaveLength(1);
    // Until the click is done with, its answer would be entered in the older copy too.
    await ask(world.as('viewer'), 'changes list');
  }

  /** Started while something in between answers each read of messages, with what isn't theirs. */
  async function behindAProxy(card: LoopbackMessage, start: () => Promise<void>): Promise<void> {
    const { ofChannels } = house.discord.faults;
    const reads = [card.channelId, auditId].map((id) => `GET ${id}`);
    const other = { id: card.id, channel_id: house.channelId, content: '', embeds: [] };
    const before = world.card(card);
    for (const instead of [[other], other]) {
      for (const read of reads) ofChannels.set(read, { instead });
      if (house.bot.state !== 'running') await start();
      const asked = world.discord.requests.length;
      // Drawn at the start, and tried again.
      await eventually(() =>
        expect(world.discord.requests.slice(asked).some(({ method }) => method === 'GET')).toBe(
          true,
        ),
      );
      expect(world.card(card)).toBe(before);
    }
    for (const read of reads) ofChannels.delete(read);
  }

  const behindEntries = async () => (await world.trail()).filter(({ step }) => step === 'behind');

  /** From the appearance of an older copy until people have dealt with it. */
  async function isFoundAndAccepted(card: LoopbackMessage): Promise<void> {
    const before = world.card(card);
    await eventually(async () => expect(await behindEntries()).toHaveLength(1));
    await eventually(() => expect(audit()).toContain('found that audit entries are missing'));
    const id = /Change (\S+)/.exec(before)?.[1] ?? '';

    // Nothing that people were shown is drawn over, and nothing is confirmed.
    const copy = await ask(world.as('second'), 'changes show', { id });
    expect(shown(copy)).toContain('Waiting for confirmation');
    expect(shown(copy)).toContain('Audit entries of this server are missing');
    expect(copy.components).toEqual([]);
    const clicked = await world.as('second').forge(card, `change-confirm:${id}`);
    await eventually(() =>
      expect(told(clicked)).toContain('Audit entries of this server are missing'),
    );
    expect(world.card(card)).toBe(before);
    expect(world.writes()).toHaveLength(1);

    const check = shown(await ask(world.as('admin'), 'setup check'));
    expect(check).toMatch(/❌ failed · \*\*Changes\*\* · ⛔ \*\*Audit entries are missing\*\*/);
    expect(check).toContain('/changes accept-restore');
    expect(shown(await ask(world.as('admin'), 'setup show'))).toContain(
      '**Audit entries are missing**',
    );
    expect(shown(await ask(world.as('viewer'), 'changes list'))).toContain(
      '**Audit entries are missing**',
    );
    for (const format of ['jsonl', 'csv'])
      expect(shown(await ask(world.as('manager'), 'changes export', { format }))).toContain(
        '**Audit entries are missing**',
      );
    const logged = house.log.filter((line) =>
      line.includes('older copy of the store was put back'),
    );
    expect(logged).toHaveLength(1);

    const question = await ask(world.as('admin'), 'changes accept-restore');
    expect(shown(question)).toContain(`/changes show id:${id}`);
    // As earlier versions drew it: without the head of what was found, or when it was shown.
    const withHead = idOf(question, 'Accept').replace(/:\d{13}$/, '');
    expect(withHead).toMatch(/^restore-form:\d+:[\da-f]{8}$/);
    const earliest = withHead.replace(/:[\da-f]{8}$/, '');
    const forms = [withHead, earliest];
    for (const customId of [...forms, ...forms.map((each) => each.replace('form', 'accepted'))]) {
      const early = await world.as('admin').forge(question, customId);
      await eventually(() => expect(told(early)).toContain('out of date, so nothing was done'));
    }
    const form = await world.as('admin').click(question, idOf(question, 'Accept'));
    const done = await (await world.as('admin').submit(form, { text: 'the disk died' })).settled();
    expect(shown(done)).toContain('# Accepted: continuing from the older copy');

    // The lost card stays; what the copy says about the change is on another.
    const newest = () => world.discord.messages(card.channelId).at(-1) ?? card;
    await eventually(() =>
      expect(shown(newest())).toMatch(
        /It may have been sent(?:\.|, and the pool has since listed what was requested\.)/,
      ),
    );
    expect(world.card(card)).toBe(before);
    expect(shown(newest())).toContain('Outcome unknown');
    const resolve = await world.as('second').click(newest(), idOf(newest(), 'Mark'));
    await (await world.as('second').submit(resolve, { text: 'it was done' })).settled();
    await eventually(() => expect(shown(newest())).toContain('· checked'));
    expect(world.writes()).toHaveLength(1);
    expect((await world.trail()).map(({ step }) => step)).toEqual(
      expect.arrayContaining(['asked', 'behind', 'restore-accepted', 'resolved']),
    );
    expect(shown(await ask(world.as('admin'), 'setup check'))).toMatch(
      /Audit trail intact \(\d+ entries\)/,
    );
  }

  return { begin, sendIt, behindAProxy, isFoundAndAccepted, end: async () => house.close() };
}

describe.concurrent('on the embedded store', () => {
  test(
    'an older copy of the data folder sends nothing twice',
    { timeout: 90_000 },
    async ({ onTestFinished }) => {
      const { begin, sendIt, behindAProxy, isFoundAndAccepted, end } = restoring();
      onTestFinished(end);
      const { house, card } = await begin();
      const folder = await mkdtemp(join(tmpdir(), 'pitboss-copy-'));
      await house.bot.stop();
      await cp(house.dataDir, folder, { recursive: true });
      await house.start();
      await sendIt(card);
      await house.bot.stop();
      for (const name of await readdir(house.dataDir))
        await rm(join(house.dataDir, name), { recursive: true });
      await cp(folder, house.dataDir, { recursive: true });
      await rm(folder, { recursive: true });
      await behindAProxy(card, () => house.start());
      await isFoundAndAccepted(card);
    },
  );
});

const title = hasRedisServer ? 'on Redis' : 'on Redis, skipped: no redis-server';

describe.skipIf(!hasRedisServer)(title, { concurrent: true }, () => {
  /** Copies all keys of database 0 into database 1; later the two are swapped at once. */
  async function copyOf({ url }: RedisServer): Promise<() => Promise<void>> {
    const client = newClient({ url });
    await client.connect();
    for (const key of await client.keys('*'))
      await client.sendCommand(['COPY', key, key, 'DB', '1']);
    return async () => {
      await client.sendCommand(['SWAPDB', '0', '1']);
      client.destroy();
    };
  }

  test.for(['under the living process', 'before a start'] as const)(
    'an older snapshot %s sends nothing twice',
    { timeout: 90_000 },
    async (when, { onTestFinished }) => {
      const redis = await startRedisServer();
      const { begin, sendIt, isFoundAndAccepted, end } = restoring();
      onTestFinished(async () => {
        await end();
        await redis.stop();
      });
      const { house, card } = await begin({ STORE_URL: redis.url });
      const putBack = await copyOf(redis);
      await sendIt(card);
      if (when === 'before a start') await house.bot.stop();
      await putBack();
      if (when === 'before a start') await house.start();
      await isFoundAndAccepted(card);
    },
  );

  // After the others: four worlds side by side are more than a busy machine has time for.
  test.sequential(
    'the newest entries, deleted by hand, are entered as lost under their own numbers',
    { timeout: 90_000 },
    async ({ onTestFinished }) => {
      const redis = await startRedisServer();
      const { begin, sendIt, isFoundAndAccepted, end } = restoring();
      onTestFinished(async () => {
        await end();
        await redis.stop();
      });
      const { world, card } = await begin({ STORE_URL: redis.url });
      const kept = (await world.wholeTrail()).length;
      await sendIt(card);
      const newest = (await world.wholeTrail()).slice(kept).map(({ seq }) => `${seq}-0`);
      const trail = `pitboss:stream:trail:${world.guild.id}`;
      await asAdmin(redis.url, (client) => client.xDel(trail, newest));
      await isFoundAndAccepted(card);
      const lost = (await world.wholeTrail())[kept];
      expect(lost?.step).toBe('behind');
    },
  );
});
