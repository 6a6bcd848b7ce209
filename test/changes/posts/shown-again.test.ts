import { beforeEach, describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import { OTHER_CHANNEL } from '../fakes/settings-harness.js';
import {
  CHANNEL,
  clickInPrivate,
  createChangesHarness,
  emptyCard,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** A card that somebody asked to see again, beside the original. */

let world: ChangesHarness;
let asked: Awaited<ReturnType<ChangesHarness['askToMove']>>;

beforeEach(async () => {
  world = createChangesHarness();
  asked = await world.askToMove();
});

/** As `/changes show` posts it for everyone. */
async function showAgain(): Promise<string> {
  const change = await world.changes.find(GUILD, asked.change.id);
  if (change === null) throw new Error('no such change');
  const reply = await world.changes.cardAgain(GUILD, change, CHANNEL);
  const { messageId } = await world.chat.post(CHANNEL, reply);
  await reply.onPosted?.({ channelId: CHANNEL, messageId });
  return messageId;
}

test('has no buttons, says as of when, and links to the card that is kept up to date', async () => {
  const copy = await showAgain();
  expect(world.chat.buttons(copy)).toEqual([]);
  expect(world.chat.text(copy)).toMatch(/A snapshot as of entry \d+/);
  expect(world.chat.text(copy)).toContain(
    `https://discord.com/channels/${GUILD}/${CHANNEL}/${asked.messageId}`,
  );
  await pressOn(world.changes).cancel(world.click(asked.change, PEOPLE.manager));
  await world.changes.idle();
  expect(world.chat.text(asked.messageId)).toContain('Cancelled');
});

test('has the id, the hashes and every field as a file, as Details does', async () => {
  await pressOn(world.changes).cancel(world.click(asked.change, PEOPLE.manager));
  const copy = world.chat.messages.get(await showAgain())?.reply;
  const ofDetails = await world.changes.record({
    guildId: GUILD,
    changeId: asked.change.id,
    on: undefined,
  });
  expect(copy?.content).toContain(asked.change.id);
  expect(copy?.content).toContain(asked.change.requestHash);
  expect(copy?.content).toBe(ofDetails?.content);
  expect(copy?.files).toEqual(ofDetails?.files);
  expect(copy?.files).toHaveLength(1);
});

test('draws a card again that an older edit, carried out late, has overwritten', async () => {
  await pressOn(world.changes).cancel(world.click(asked.change, PEOPLE.manager));
  await world.changes.idle();
  const late = { ...world.chat.messages.get(asked.messageId)?.reply, content: 'late' };
  world.chat.messages.set(asked.messageId, { channelId: CHANNEL, reply: { ...late, embeds: [] } });
  await showAgain();
  await world.changes.idle();
  expect(world.chat.text(asked.messageId)).toContain('Cancelled');
});

test('takes the place of a card that was deleted', async () => {
  world.chat.messages.delete(asked.messageId);
  const next = await showAgain();
  expect(world.chat.buttons(next)).toEqual(['Confirm', 'Cancel', 'Details']);
  expect(world.chat.buttons(await showAgain())).toEqual([]);
  await pressOn(world.changes).confirm(world.click(asked.change, PEOPLE.manager));
  await world.changes.idle();
  expect(world.chat.text(next)).toContain('Sent once; the pool answered');
  expect(world.chat.buttons(next)).toEqual(['Details']);
});

test('an emptied card that two processes draw anew at once is one card, with its buttons', async () => {
  emptyCard(world, asked.messageId);
  const both = [world.start(), world.start()];
  const post = world.chat.post.bind(world.chat);
  let posts = 0;
  world.chat.post = async (...given) => {
    const posted = await post(...given);
    // The second answer comes once the first has been noted.
    if (posts++ > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    return posted;
  };
  await Promise.all(both.map((each) => each.cardAgain(GUILD, asked.change, CHANNEL)));
  for (const each of both) await each.idle();
  expect(posts).toBe(2);
  const newest = world.chat.inChannel(CHANNEL).at(-1) ?? '';
  expect(world.chat.inChannel(CHANNEL)).toHaveLength(2);
  expect(world.chat.buttons(newest)).toEqual(['Cancel', 'Details']);
});

test('one that is posted late in place of an emptied card gives way to what is shown', async () => {
  emptyCard(world, asked.messageId);
  // Drawn by another process, so what it showed can't be known.
  const next = world.start();
  const post = world.chat.post.bind(world.chat);
  let carryOut: () => void = () => undefined;
  const late = new Promise<void>((settle) => {
    carryOut = settle;
  });
  world.chat.post = async (...given) => {
    await late;
    return post(...given);
  };
  const again = await next.cardAgain(GUILD, asked.change, CHANNEL);
  const { messageId } = await post(CHANNEL, again);
  await again.onPosted?.({ channelId: CHANNEL, messageId });
  carryOut();
  await next.idle();
  expect(world.chat.buttons(messageId)).toEqual(['Cancel', 'Details']);
  const other = world.chat
    .inChannel(CHANNEL)
    .find((id) => ![asked.messageId, messageId].includes(id));
  expect(world.chat.text(other ?? '')).toContain('A snapshot');
  await pressOn(next).cancel(world.click(asked.change, PEOPLE.manager));
  await next.idle();
  expect(world.chat.text(messageId)).toContain('Cancelled');
});

describe('a card that shows nothing any more', () => {
  const empty = () => emptyCard(world, asked.messageId);

  test('is drawn again, and what is shown is a copy', async () => {
    empty();
    expect(world.chat.buttons(await showAgain())).toEqual([]);
    expect(world.chat.buttons(asked.messageId)).toEqual(['Confirm', 'Cancel', 'Details']);
  });

  test('gives its place to what is shown where Discord takes the drawing late', async () => {
    empty();
    const edit = world.chat.edit.bind(world.chat);
    let carryOut: () => void = () => undefined;
    const late = new Promise<void>((settle) => {
      carryOut = settle;
    });
    world.chat.edit = async (...given) => {
      await late;
      return edit(...given);
    };
    const next = await showAgain();
    expect(world.chat.buttons(next)).toEqual(['Confirm', 'Cancel', 'Details']);
    carryOut();
    await world.changes.idle();
    expect(world.chat.buttons(asked.messageId)).toEqual([]);
    expect(world.chat.text(asked.messageId)).toContain('A snapshot');
    await pressOn(world.changes).cancel(world.click(asked.change, PEOPLE.manager));
    await world.changes.idle();
    expect(world.chat.buttons(next)).toEqual(['Ask again', 'Details']);
  });
});

test('for one person confirms only while there is a card that everybody sees', async () => {
  const click = world.click(asked.change, PEOPLE.second);
  world.chat.messages.delete(asked.messageId);
  await expect(pressOn(world.changes).confirm(click)).rejects.toThrow(/card has been deleted/);
  expect(world.workspace.sent).toEqual([]);
  await showAgain();
  expect((await pressOn(world.changes).confirm(click)).state).toBe('reported');
});

test.each([1, 2])(
  'is one card where two people ask at once for a deleted one, in %d processes',
  async (processes) => {
    world.chat.messages.delete(asked.messageId);
    const both = processes === 1 ? [world.changes, world.changes] : [world.changes, world.start()];
    const replies = await Promise.all(
      both.map((each) => each.cardAgain(GUILD, asked.change, CHANNEL)),
    );
    const posted: string[] = [];
    for (const reply of replies) posted.push((await world.chat.post(CHANNEL, reply)).messageId);
    await Promise.all(
      replies.map(async ({ onPosted }, at) =>
        onPosted?.({ channelId: CHANNEL, messageId: posted[at] ?? '' }),
      ),
    );
    const withButtons = posted.filter((id) => world.chat.buttons(id).includes('Confirm'));
    expect(withButtons).toHaveLength(1);
    const [live = ''] = withButtons;
    world.chat.messages.delete(live);
    const stray = { channelId: CHANNEL, messageId: posted.find((id) => id !== live) ?? '' };
    const click = { ...world.click(asked.change, PEOPLE.second), on: stray };
    await expect(pressOn(world.changes).confirm(click)).rejects.toThrow(/card has been deleted/);
    expect(world.workspace.sent).toEqual([]);
  },
);

test('becomes a copy when the first one was noted while it was on its way', async () => {
  await pressOn(world.changes).cancel(world.click(asked.change, PEOPLE.manager));
  const later = await world.ask(world.changes, {
    kind: 'subaccount-move',
    input: { name: 'main', site: { id: 'site-b', name: 'Site B' } },
    member: PEOPLE.manager,
  });
  const reply = await world.changes.cardAgain(GUILD, later, CHANNEL);
  expect(reply.components).not.toEqual([]);
  const { messageId } = await world.chat.post(CHANNEL, reply);
  await world.postCard(later);
  await reply.onPosted?.({ channelId: CHANNEL, messageId });
  expect(world.chat.buttons(messageId)).toEqual([]);
  expect(world.chat.text(messageId)).toContain('A snapshot as of entry');
});

test('links to a card of which Discord cannot tell whether it stands', async () => {
  const change = asked.change;
  world.chat.isAway = true;
  const reply = await world.changes.cardAgain(GUILD, change, CHANNEL);
  expect(reply.components ?? []).toEqual([]);
  expect(reply.onPosted).toBeUndefined();
});

describe('in another channel', () => {
  const elsewhere = async () => {
    const change = await world.changes.find(GUILD, asked.change.id);
    if (change === null) throw new Error('no such change');
    return world.changes.cardAgain(GUILD, change, OTHER_CHANNEL);
  };

  test('it only links to the card', async () => {
    const { components = [] } = await elsewhere();
    expect(components).toEqual([]);
  });

  test('none takes the place of a deleted one, because it wouldn’t be found there', async () => {
    world.chat.messages.delete(asked.messageId);
    await expect(elsewhere()).rejects.toThrow(`\`/changes show\` in <#${CHANNEL}>`);
    expect(world.chat.buttons(await showAgain())).toContain('Confirm');
  });

  test('it takes that place where the channel is deleted too', async () => {
    world.chat.messages.delete(asked.messageId);
    const refused = new ChannelRefused({ channelId: CHANNEL, reason: 'gone' });
    const [find, newest] = [world.chat.find.bind(world.chat), world.chat.newest.bind(world.chat)];
    world.chat.find = async (channelId, ...rest) =>
      channelId === CHANNEL ? Promise.reject(refused) : find(channelId, ...rest);
    world.chat.newest = async (channelId) =>
      channelId === CHANNEL ? Promise.reject(refused) : newest(channelId);
    const { components = [] } = await elsewhere();
    expect(JSON.stringify(components)).toContain('Confirm');
  });
});

describe('found by a search before it was noted', () => {
  async function postNew() {
    world.guilds.set(GUILD, { auditChannelId: undefined });
    world.chat.messages.delete(asked.messageId);
    const reply = await world.changes.cardAgain(GUILD, asked.change, CHANNEL);
    const { messageId } = await world.chat.post(CHANNEL, reply);
    return { messageId, note: async () => reply.onPosted?.({ channelId: CHANNEL, messageId }) };
  }

  test('it stays the card, with its buttons', async () => {
    const { messageId, note } = await postNew();
    await showAgain();
    await note();
    await world.changes.idle();
    expect(world.chat.buttons(messageId)).toContain('Confirm');
  });

  test('it goes on saying what came of it', async () => {
    const { messageId, note } = await postNew();
    const { changes } = world;
    await pressOn(changes).confirm(
      await clickInPrivate(world, asked.change, { by: changes, member: PEOPLE.second }),
    );
    await changes.idle();
    await note();
    await changes.idle();
    expect(world.chat.text(messageId)).toContain('Sent once; the pool answered');
  });

  test('one that was noted while a slow search went on keeps its place', async () => {
    world.guilds.set(GUILD, { auditChannelId: undefined });
    world.chat.messages.delete(asked.messageId);
    const again = () => world.changes.cardAgain(GUILD, asked.change, CHANNEL);
    const [one, other] = [await again(), await again()];
    const first = (await world.chat.post(CHANNEL, one)).messageId;
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const find = world.chat.find.bind(world.chat);
    let searches = 0;
    world.chat.find = async (...given) => {
      const found = await find(...given);
      searches += 1;
      await slow;
      return found;
    };
    const looking = again();
    await expect.poll(() => searches).toBe(1);
    const last = (await world.chat.post(CHANNEL, other)).messageId;
    await other.onPosted?.({ channelId: CHANNEL, messageId: last });
    answer();
    await looking;
    await one.onPosted?.({ channelId: CHANNEL, messageId: first });
    await world.changes.idle();
    expect(world.chat.buttons(last)).toContain('Confirm');
    expect(world.chat.buttons(first)).not.toContain('Confirm');
  });
});
