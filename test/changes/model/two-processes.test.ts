import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  nat,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import type { Changes } from '../../../src/changes/changes.js';
import type { ChangesHarness } from '../fakes/changes-harness.js';
import { createApplications } from '../fakes/former-application.js';
import {
  acceptLoss,
  CHANNEL,
  clickInPrivate,
  createChangesHarness,
  emptyCard,
  GUILD,
  PEOPLE,
  pressOn,
} from '../fakes/changes-harness.js';

/**
 * Random histories of one change whose cards two processes draw, of a store that is put back to what it
 * held at some step, of data that is moved to another application, and of a Discord that can't show or
 * edit a card for a while or has it emptied or deleted by a moderator. Once people were shown that a
 * request was sent, nothing is sent again, and the card that tells it is never drawn over.
 */

const { admin, manager, second, viewer } = PEOPLE;
const ACTS = [
  'confirm',
  'confirm newest',
  'confirm privately',
  'cancel',
  'cancel privately',
  'ask again',
  'show',
  'click without the right',
  'freeze',
  'pass',
  'wait',
  'expire',
  'much later',
  'restart',
  'end',
  'put back',
  'empty',
  'hide',
  'fail edits',
  'fail looks',
  'fail posts',
  'fail audit',
  'hang looks',
  'delete',
  'lose answers',
  'both',
  'start',
  'put back amid a confirmation',
  'accept',
  'accept',
  'ask and confirm',
  'ask and confirm',
  'move',
  'forget places',
  'heal',
] as const;
const CLICKS: ReadonlySet<string> = new Set([
  'confirm',
  'cancel',
  'click without the right',
  'both',
  'put back amid a confirmation',
]);
const anyAct = record({ act: constantFrom(...ACTS), by: nat(), card: nat(), isSecond: boolean() });
const as = (act: (typeof ACTS)[number], card = 0) => ({ act, by: 0, card, isSecond: false });
/** How a card comes to be the second or third of its change. */
const cardBefore = constantFrom<(typeof ACTS)[number][]>([], ['delete', 'show'], ['move']).map(
  (acts) => acts.map((act) => as(act)),
);
const sending = record({
  act: constant('confirm newest' as const),
  by: nat(1),
  card: constant(0),
  isSecond: boolean(),
});
const loss = record({
  act: constant('put back' as const),
  by: nat(1),
  card: nat(),
  isSecond: boolean(),
});
/** What people do once they have found out: so often that histories go on behind it. */
const goingOn = constantFrom<(typeof ACTS)[number][]>(
  [],
  ['much later', 'ask and confirm'],
  ['heal', 'wait', 'accept', 'ask and confirm'],
  ['fail looks', 'cancel', 'heal', 'wait', 'accept', 'ask and confirm'],
  ['show', 'confirm newest'],
  ['heal', 'show', 'confirm newest'],
  ['heal', 'restart', 'confirm privately'],
  ['move', 'confirm'],
  ['move', 'confirm newest'],
  ['wait', 'confirm newest'],
).map((acts) => acts.map((act) => as(act)));
const someActs = tuple(
  array(anyAct, { maxLength: 4 }),
  cardBefore,
  sending,
  array(anyAct, { maxLength: 3 }),
  loss,
  array(anyAct, { maxLength: 12 }),
  goingOn,
).map((parts) => parts.flat());
const history = record({
  acts: someActs,
  copyAt: constantFrom(
    'asked',
    'asked',
    'asked',
    'confirmed',
    'sent',
    'reported',
    'frozen',
    'unfrozen',
  ),
  hasAudit: boolean(),
  givesRevisions: boolean(),
  checkpointEvery: constantFrom(3, 200),
  stays: constantFrom('all', 'the last', 'none'),
});
type History = typeof history extends Arbitrary<infer Value> ? Value : never;
/** Once found by chance: a process remembers the lost entry of that very number as its newest. */
const REMEMBERED_LOSS: History = {
  acts: [
    { act: 'confirm newest', by: 1, card: 0, isSecond: false },
    as('put back'),
    as('fail posts'),
    as('confirm'),
    as('accept'),
    { ...as('show'), by: 1 },
  ],
  copyAt: 'asked',
  hasAudit: false,
  givesRevisions: false,
  checkpointEvery: 3,
  stays: 'all',
};
const RUNS = Number(process.env['CHANGES_MODEL_RUNS'] ?? 2_000) / 10;

test('a card that told of a request outlives an older copy, and nothing is sent again', async () => {
  let told = 0;
  await assert(
    asyncProperty(history, async (given) => {
      if (await lived(given)) told += 1;
    }),
    { numRuns: RUNS, examples: [[REMEMBERED_LOSS]] },
  );
  // Histories in which nothing was lost would prove nothing.
  expect(told).toBeGreaterThan(RUNS / 10);
}, 600_000);

/** True if a card told of a request that was lost. */
async function lived({ acts, hasAudit, stays, copyAt, ...options }: History): Promise<boolean> {
  const world = createChangesHarness(options);
  if (!hasAudit) world.guilds.set(GUILD, { auditChannelId: undefined });
  const cards = [await world.askToMove()];
  const [first] = cards;
  if (first === undefined) throw new Error('nothing was asked');
  let processes: Changes[] = [world.changes, world.start()];
  const applications = createApplications(world);
  let application = 0;
  const putBack = copyWhen(world, copyAt);
  const edit = world.chat.edit.bind(world.chat);
  const look = world.chat.look.bind(world.chat);
  const post = world.chat.post.bind(world.chat);
  const newest = world.chat.newest.bind(world.chat);
  const find = world.chat.find.bind(world.chat);
  let [isBack, wasEmptied, isHidden] = [false, false, false];
  /** How many requests had left by then; null = no loss of one that people were shown. */
  let sentByThen: number | null = null;
  /** The card that told of it. */
  let witness = first.messageId;
  const tells = (id: string) =>
    world.chat.text(id).includes('the pool answered') && world.chat.buttons(id).includes('Details');

  /** True if an answer was lost that people were shown. */
  async function goBack(): Promise<boolean> {
    const told = world.chat.inChannel(CHANNEL).find(tells);
    const { length: sent } = world.workspace.sent;
    if (!putBack() || (await world.steps()).includes('reported')) return false;
    world.workspace.siteOf.set('main', 'site-a');
    if (stays === 'none') processes = [world.start()];
    if (stays === 'the last') processes = processes.slice(-1);
    // Where the bot may not read, what another living process drew can't be known.
    if (told === undefined || (isHidden && stays !== 'none')) return false;
    witness = told;
    sentByThen = sent;
    return true;
  }

  for (const { act, by, card, isSecond } of acts) {
    const at = by % processes.length;
    const changes = processes[at] ?? world.changes;
    const { change, messageId } = cards[card % cards.length] ?? first;
    const press = pressOn(changes);
    const clickOn = (id: string) => ({
      ...world.click(change, isSecond ? second : manager),
      on: { channelId: CHANNEL, messageId: id },
      shown: world.chat.shown(id),
    });
    const onCard = clickOn(messageId);
    const onPrivate = () => clickInPrivate(world, change, { by: changes, member: manager });
    const passes: Record<(typeof ACTS)[number], () => Promise<unknown>> = {
      confirm: () => press.confirm(onCard),
      'confirm newest': async () => {
        const open = world.chat
          .inChannel(CHANNEL)
          .filter((id) => !applications.isFormer(id))
          .findLast((id) => world.chat.buttons(id).includes('Confirm'));
        if (open !== undefined) await press.confirm(clickOn(open));
      },
      'confirm privately': async () => press.confirm(await onPrivate()),
      cancel: () => press.cancel(onCard),
      'cancel privately': async () => press.cancel(await onPrivate()),
      'ask again': async () => cards.push(await world.askToMove(second, changes)),
      show: async () => {
        const reply = await changes.cardAgain(GUILD, change, CHANNEL);
        const posted = await world.chat.post(CHANNEL, reply);
        await reply.onPosted?.({ channelId: CHANNEL, messageId: posted.messageId });
        if (reply.onPosted !== undefined) cards.push({ change, messageId: posted.messageId });
      },
      'click without the right': () => press.confirm({ ...onCard, member: viewer }),
      freeze: async () => {
        await changes.freeze({ guildId: GUILD, member: admin, reason: 'look at it' });
        await changes.unfreeze({ guildId: GUILD, member: admin, reason: 'seen' });
      },
      pass: () => rounds(world, changes, { count: 1 }),
      wait: () => rounds(world, changes, { count: 20 }),
      expire: () => {
        applications.forgetNonces();
        return rounds(world, changes, { count: 5, firstMs: 16 * 60_000 });
      },
      'much later': async () => {
        applications.forgetNonces();
        world.pass(16 * 60_000);
      },
      restart: async () => {
        const next = world.start();
        processes = processes.with(at, next);
        await next.recover();
      },
      end: async () => {
        if (processes.length > 1) processes = processes.toSpliced(at, 1);
      },
      'put back': async () => {
        for (const each of processes) await each.idle();
        isBack ||= await goBack();
      },
      empty: async () => {
        emptyCard(world, messageId);
        wasEmptied = true;
      },
      hide: async () => {
        isHidden = true;
        if (stays !== 'none') sentByThen = null;
        const forbidden = async (channelId: string) =>
          Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
        Object.assign(world.chat, { look: forbidden, find: forbidden });
      },
      'fail edits': async () => {
        world.chat.edit = async () => Promise.reject(new Error('502'));
      },
      'fail looks': async () => {
        const failing = async () => Promise.reject(new Error('502'));
        Object.assign(world.chat, { look: failing, find: failing });
      },
      'forget places': async () => {
        for (const { change: each } of cards)
          await world.store.notes<unknown>('change-cards').delete(`${GUILD}:${each.id}`);
      },
      'fail posts': async () => {
        world.chat.post = async () => Promise.reject(new Error('502'));
      },
      'fail audit': async () => {
        world.chat.newest = async () => Promise.reject(new Error('502'));
      },
      'hang looks': async () => {
        world.chat.look = async (...given) => {
          await new Promise((resolve) => setTimeout(resolve, 3));
          return look(...given);
        };
      },
      delete: async () => {
        world.chat.messages.delete(messageId);
        if (messageId === witness) sentByThen = null;
      },
      'lose answers': async () => {
        world.chat.edit = async (...given) => {
          await edit(...given);
          throw new Error('lost');
        };
      },
      both: async () => {
        await Promise.allSettled(processes.map((each) => pressOn(each).confirm(onCard)));
        for (const each of processes) await each.idle();
      },
      start: async () => {
        const next = world.start();
        await Promise.allSettled([next.recover(), changes.reconcile()]);
        await next.idle();
      },
      'put back amid a confirmation': async () => {
        if (isBack || processes.length < 2) return;
        const other = processes[(at + 1) % processes.length] ?? world.changes;
        const append = world.store.append.bind(world.store);
        let isDone = false;
        world.store.append = async (stream, seq, entry) => {
          if (!isDone && /"step":"(confirmed|sent)"/.test(entry) && !isBack) {
            isDone = true;
            world.store.append = append;
            await pressOn(other)
              .confirm({ ...onCard, member: second })
              .catch(() => undefined);
            await other.idle();
            isBack ||= await goBack();
          }
          return append(stream, seq, entry);
        };
        await press.confirm(onCard).catch(() => undefined);
        world.store.append = append;
      },
      accept: () => acceptLoss(world, changes),
      'ask and confirm': async () => {
        // What an emptied card showed nobody can know.
        if (wasEmptied) return;
        const again = await world.askToMove(second, changes);
        cards.push(again);
        const on = { channelId: CHANNEL, messageId: again.messageId };
        const shownThere = world.chat.shown(again.messageId);
        await press.confirm({ ...world.click(again.change, manager), on, shown: shownThere });
      },
      move: async () => {
        for (const each of processes) await each.idle();
        application = 1 - application;
        applications.moveTo(application);
        processes = [world.start(), world.start()];
        for (const each of processes) await each.recover();
      },
      heal: async () => {
        Object.assign(world.chat, { edit, look, post, newest, find });
      },
    };
    const isClick = CLICKS.has(act);
    if (!isClick || !applications.isFormer(messageId)) await passes[act]().catch(() => undefined);
    await changes.idle();
    if (sentByThen === null) continue;
    // Its answer was kept, and entered once the loss was accepted: the next request is another.
    const { state } = (await world.changes.find(GUILD, first.change.id).catch(() => null)) ?? {};
    if (state === 'reported') return true;
    expect(world.workspace.sent).toHaveLength(sentByThen);
    if (!wasEmptied) expect(world.chat.text(witness)).toContain('the pool answered');
  }
  return sentByThen !== null;
}

async function rounds(
  world: ChangesHarness,
  changes: Changes,
  { count, firstMs = 0 }: { readonly count: number; readonly firstMs?: number },
): Promise<void> {
  world.pass(firstMs);
  for (let round = 0; round < count; round++) {
    world.pass(2_000);
    await changes.reconcile();
    await changes.idle();
  }
}

/** Copies the store at the first entry of that step; what is returned puts the copy back, once. */
function copyWhen({ store }: ChangesHarness, step: string): () => boolean {
  let copy: (() => void) | null = step === 'asked' ? store.copy() : null;
  const append = store.append.bind(store);
  store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (copy === null && entry.includes(`"step":"${step}"`)) copy = store.copy();
    return done;
  };
  return () => {
    copy?.();
    return copy !== null;
  };
}
