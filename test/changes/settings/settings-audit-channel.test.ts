import { beforeEach, describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import {
  askForNobody,
  heardIn,
  moveAudit,
  OTHER_CHANNEL,
  setCurrency,
  setRoles,
} from '../fakes/settings-harness.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** The audit channel hears of settings, including the one that removes it. */

let world: ChangesHarness;

beforeEach(() => {
  world = createChangesHarness();
  askForNobody(world);
});

/** No post to the audit channel is answered from now on; the result tells how many were asked for. */
function neverAnswers(): () => number {
  const post = world.chat.post.bind(world.chat);
  let asked = 0;
  world.chat.post = (channelId, ...rest) =>
    channelId === AUDIT_CHANNEL && asked++ >= 0
      ? new Promise(() => undefined)
      : post(channelId, ...rest);
  return () => asked;
}

/** Discord shows what is posted, and takes nothing more. */
function takesNothing(): () => void {
  const post = world.chat.post.bind(world.chat);
  world.chat.post = async () => Promise.reject(new Error('502'));
  return () => (world.chat.post = post);
}

describe('an audit channel', () => {
  test('that is left hears of it, and so does the new one', async () => {
    await moveAudit(world, OTHER_CHANNEL);
    const words = `audit channel <#${AUDIT_CHANNEL}> → <#${OTHER_CHANNEL}>`;
    expect(await heardIn(world, AUDIT_CHANNEL)).toContain(words);
    expect(await heardIn(world, OTHER_CHANNEL)).toContain(words);
  });

  test('that is switched off hears of it as its last', async () => {
    await moveAudit(world, undefined);
    expect(await heardIn(world, AUDIT_CHANNEL)).toContain(
      `audit channel <#${AUDIT_CHANNEL}> → none`,
    );
    await setRoles(world, 'second');
    expect(await heardIn(world, AUDIT_CHANNEL)).not.toContain('set who may do what');
  });

  test.each([undefined, OTHER_CHANNEL])(
    'that is left hears first of what was still to be told: for %s',
    async (next) => {
      await setCurrency(world, 'ZEC');
      await world.changes.idle();
      const { change } = await world.askToMove();
      await moveAudit(world, next);
      const heard = await heardIn(world, AUDIT_CHANNEL);
      expect(heard).toContain('#1');
      expect(heard).toContain('requested');
      expect(heard.indexOf('requested')).toBeLessThan(heard.indexOf('audit channel <#'));
      expect(change.state).toBe('pending');
    },
  );

  test('that is left hears of all that it lacks, in order and by pages', async () => {
    const takeAgain = takesNothing();
    for (let times = 0; times < 10; times++) {
      await setCurrency(world, times % 2 === 0 ? 'ZEC' : 'BTC');
      await world.changes.idle();
    }
    await moveAudit(world, undefined);
    await world.changes.idle();
    takeAgain();
    await world.start().recover();
    const heard = await heardIn(world, AUDIT_CHANNEL);
    const currencies = [...heard.matchAll(/currency (\w+) → (\w+)/g)].map(([, , to]) => to);
    expect(currencies).toEqual(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? 'BTC' : 'ZEC')),
    );
    expect(heard.match(/→ none/g)).toHaveLength(1);
  });

  test(
    'that is left and never answers holds nothing up in the new one',
    { timeout: 30_000 },
    async () => {
      await setCurrency(world, 'BTC');
      await world.changes.idle();
      const asked = neverAnswers();
      await moveAudit(world, OTHER_CHANNEL);
      void world.changes.idle();
      const told = () =>
        world.chat
          .inChannel(OTHER_CHANNEL)
          .map((id) => world.chat.text(id))
          .join();
      await expect.poll(told, { timeout: 15_000 }).toContain(`→ <#${OTHER_CHANNEL}>`);
      // The former one is left alone for a while, so that this waits for nobody.
      const before = asked();
      await setCurrency(world, 'ZEC');
      void world.changes.idle();
      await expect.poll(told, { timeout: 2_500 }).toContain('currency BTC → ZEC');
      expect(asked()).toBe(before);
      // The rest ends by the process's own count, though the clock went back.
      world.clock.time -= 3_600_000;
      world.pass(31_000);
      await setCurrency(world, 'BTC');
      void world.changes.idle();
      await expect.poll(asked).toBeGreaterThan(before);
    },
  );

  test('that is left amid a post that it never answers holds up the new one for seconds', async () => {
    const asked = neverAnswers();
    await setCurrency(world, 'ZEC');
    void world.changes.idle();
    await expect.poll(asked).toBe(1);
    await moveAudit(world, OTHER_CHANNEL);
    const told = () => world.chat.inChannel(OTHER_CHANNEL).map((id) => world.chat.text(id));
    await expect.poll(() => told().join(), { timeout: 12_000 }).toContain(`→ <#${OTHER_CHANNEL}>`);
  });

  test('that cannot be told now is told later', async () => {
    const takeAgain = takesNothing();
    await moveAudit(world, OTHER_CHANNEL);
    await world.changes.idle();
    takeAgain();
    await world.start().recover();
    expect(await heardIn(world, AUDIT_CHANNEL)).toContain('set the defaults');
    expect(await heardIn(world, OTHER_CHANNEL)).toContain('set the defaults');
  });
});

describe('an audit channel that was left', () => {
  /** Sets the result of every post to one channel. */
  function answer(channelId: string, error: Error): () => void {
    const post = world.chat.post.bind(world.chat);
    world.chat.post = (into, reply, nonce) =>
      into === channelId ? Promise.reject(error) : post(into, reply, nonce);
    return () => (world.chat.post = post);
  }
  const set = async (currency: 'BTC' | 'ZEC') => {
    await setCurrency(world, currency);
    await world.changes.idle();
  };
  const timesHeard = async (channelId: string, words: string) =>
    (await heardIn(world, channelId)).split(words).length - 1;

  test('hears of it once Discord is back, also where nothing happens after', async () => {
    const back = answer(AUDIT_CHANNEL, new Error('500'));
    await moveAudit(world, undefined);
    await world.changes.idle();
    await reconcileFor(world, 60_000);
    expect(await timesHeard(AUDIT_CHANNEL, '→ none')).toBe(0);
    back();
    // After a minute of failures, the next attempt may be more than another minute away.
    await reconcileFor(world, 5 * 60_000);
    expect(await timesHeard(AUDIT_CHANNEL, '→ none')).toBe(1);
  });

  test('hears of it once Discord is back, also where the new one is gone, or an hour passes', async () => {
    const back = answer(AUDIT_CHANNEL, new Error('503'));
    answer(OTHER_CHANNEL, new ChannelRefused({ channelId: OTHER_CHANNEL, reason: 'gone' }));
    await moveAudit(world, OTHER_CHANNEL);
    await world.changes.idle();
    await reconcileFor(world, 90 * 60_000);
    back();
    await reconcileFor(world, 6 * 60_000);
    expect(await timesHeard(AUDIT_CHANNEL, `→ <#${OTHER_CHANNEL}>`)).toBe(1);
  });

  test('and fails for ever silences the new one of nothing', async () => {
    answer(AUDIT_CHANNEL, new Error('400: the thread is archived'));
    await moveAudit(world, OTHER_CHANNEL);
    for (let times = 0; times < 15; times++) await set(times % 2 === 0 ? 'ZEC' : 'BTC');
    // What was found, the move, and each setting since.
    for (let seq = 2; seq <= 17; seq++) {
      expect(await timesHeard(OTHER_CHANNEL, ` entry ${seq} `)).toBe(1);
    }
  });

  test('hears of it later, also where none came after it, or the new one takes nothing', async () => {
    const back = answer(AUDIT_CHANNEL, new Error('500'));
    await moveAudit(world, undefined);
    await world.changes.idle();
    back();
    await world.start().recover();
    expect(await timesHeard(AUDIT_CHANNEL, '→ none')).toBe(1);
    await moveAudit(world, AUDIT_CHANNEL);
    answer(OTHER_CHANNEL, new ChannelRefused({ channelId: OTHER_CHANNEL, reason: 'gone' }));
    await moveAudit(world, OTHER_CHANNEL);
    expect(await timesHeard(AUDIT_CHANNEL, `→ <#${OTHER_CHANNEL}>`)).toBe(1);
  });

  test('and is gone is not told again', async () => {
    answer(AUDIT_CHANNEL, new ChannelRefused({ channelId: AUDIT_CHANNEL, reason: 'gone' }));
    await moveAudit(world, OTHER_CHANNEL);
    await world.changes.idle();
    const givenUp = 'the audit channel before is not told any more';
    expect(world.troubles.filter((trouble) => trouble === givenUp)).toHaveLength(1);
    await reconcileFor(world, 60 * 60_000);
    await set('ZEC');
    expect(world.troubles.filter((trouble) => trouble === givenUp)).toHaveLength(1);
  });

  test('and fails for ever is given up, so that the next one that is left hears of it', async () => {
    answer(AUDIT_CHANNEL, new Error('500'));
    await moveAudit(world, OTHER_CHANNEL);
    await world.changes.idle();
    await moveAudit(world, undefined);
    for (let times = 0; times < 25; times++) await set(times % 2 === 0 ? 'ZEC' : 'BTC');
    expect(await timesHeard(OTHER_CHANNEL, '→ none')).toBe(1);
    world.pass(25 * 3_600_000);
    await set('BTC');
    expect(world.troubles.at(-1)).toBe('the audit channel before is not told any more');
    const troubles = world.troubles.length;
    await set('ZEC');
    expect(world.troubles).toHaveLength(troubles);
  });
});
