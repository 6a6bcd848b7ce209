import type { Member } from '../../../src/domain/guild/access-levels.js';
import { createChanges, type Changes } from '../../../src/changes/changes.js';
import type { Change } from '../../../src/domain/changes/change.js';
import type { Click } from '../../../src/changes/engine/click.js';
import type { EntryRef } from '../../../src/domain/changes/entry-ref.js';
import { parseEntry } from '../../../src/domain/changes/entry.js';
import { hashOf } from '../../../src/domain/json/canonical-json.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import type { Guilds } from '../../../src/guilds/guilds.js';
import { createChat } from './chat.js';
import { createFakeGuilds } from './fake-guilds.js';
import { createMemoryStore } from './memory-store.js';
import type { KillableProcess } from './killable-process.js';
import { createWorkspace } from './workspace.js';

/** One guild with four people, a workspace, a chat, and as many processes as a test wants. */

export const GUILD = '100000000000000001';
/** What is accepted where nothing was found missing. */
export const NO_LOSS: EntryRef = { seq: 0, head: '' };
export const CHANNEL = '200000000000000001';
export const AUDIT_CHANNEL = '200000000000000002';
export const EXPIRY_MS = 15 * 60_000;
export const ANSWER_WITHIN_MS = 30_000;

/** As the bot does every two seconds. */
export async function reconcileFor(world: ChangesHarness, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 2_000) {
    world.pass(2_000);
    await world.changes.reconcile();
  }
  await world.changes.idle();
}

/** Confirmed and sent, while Discord takes no card: only the audit channel tells of it. */
export async function confirmUndrawn(
  { chat, click }: ChangesHarness,
  change: Change,
  by: Changes,
): Promise<void> {
  const edit = chat.edit.bind(chat);
  chat.edit = async () => Promise.reject(new Error('not now'));
  await pressOn(by).confirm(click(change, PEOPLE.manager));
  await by.idle();
  chat.edit = edit;
}

/** Confirmed while Discord shows the audit channel and takes nothing; then Discord is away. */
export async function confirmAndGoAway(
  { changes, chat, click }: ChangesHarness,
  change: Change,
): Promise<void> {
  const newest = chat.newest.bind(chat);
  const shown = new Map<string, Awaited<ReturnType<typeof newest>>>();
  for (const { channelId } of chat.messages.values()) shown.set(channelId, await newest(channelId));
  chat.isAway = true;
  chat.newest = async (channelId) => shown.get(channelId) ?? [];
  const { messageId = '' } = (await changes.cardMessageOf(GUILD, change.id)) ?? {};
  const on = { channelId: CHANNEL, messageId };
  const onCard = { ...click(change, PEOPLE.manager), on, shown: chat.shown(messageId) };
  await pressOn(changes).confirm(onCard);
  chat.newest = newest;
}

/** An admin accepts the loss that this process has found. */
export async function acceptLoss({ chat }: ChangesHarness, by: Changes): Promise<void> {
  const found = await by.behind(GUILD);
  if (found === null) throw new Error('nothing was found');
  const askedAt = chat.now();
  await by.acceptRestore({
    guildId: GUILD,
    member: PEOPLE.admin,
    reason: 'no newer copy',
    askedAt,
    seenAt: askedAt,
    found,
  });
  await by.idle();
}

/** `act` comes between, as by another process, when the next entry is about to be written. */
export function beforeNextEntry({ store }: ChangesHarness, act: () => Promise<void>): void {
  const append = store.append.bind(store);
  store.append = async (...given) => {
    store.append = append;
    await act();
    return append(...given);
  };
}

/** A moderator removes what a card shows; its buttons stay. */
export function emptyCard({ chat }: ChangesHarness, messageId: string): void {
  const { reply } = chat.messages.get(messageId) ?? {};
  chat.messages.set(messageId, { channelId: CHANNEL, reply: { ...reply, embeds: [] } });
}

/** A click on the card that only this person is shown. */
export async function clickInPrivate(
  { chat, click }: ChangesHarness,
  change: Change,
  { by, member }: { readonly by: Changes; readonly member: Member },
): Promise<Click> {
  const reply = await by.forOne(GUILD, change.id);
  const footer = reply?.embeds?.[0]?.footer?.text ?? null;
  return { ...click(change, member), shown: { footer, drawnAt: chat.now() } };
}

const MANAGE_GUILD = 1n << 5n;

export function person(userId: string, roleIds: string[] = [], permissions = 0n): Member {
  return { userId, displayName: `Person ${userId}`, roleIds, permissions };
}

export const PEOPLE = {
  viewer: person('1'),
  manager: person('2', ['managers']),
  second: person('3', ['managers']),
  approver: person('4', ['approvers']),
  admin: person('5', [], MANAGE_GUILD),
  otherAdmin: person('6', [], MANAGE_GUILD),
} as const;

/** A card's buttons, as the bot's actions press them: each resolves with the change afterwards. */
export function pressOn({ buttons, find }: Pick<Changes, 'buttons' | 'find'>) {
  async function changeAfter(click: Click, pressed: Promise<Reply>): Promise<Change> {
    await pressed;
    const change = await find(click.guildId, click.changeId);
    if (change === null) throw new Error('the change that was pressed on is gone');
    return change;
  }
  return {
    confirm: (click: Click, typed?: string) => changeAfter(click, buttons.confirm(click, typed)),
    cancel: (click: Click) => changeAfter(click, buttons.cancel(click)),
    resolve: (click: Click, note: string) => changeAfter(click, buttons.markChecked(click, note)),
  };
}

export type ChangesHarness = ReturnType<typeof createChangesHarness>;

/** `checkpointEvery`: how many entries between two checkpoints of the trail. */
export function createChangesHarness({ checkpointEvery = 200, givesRevisions = false } = {}) {
  const clock = { time: 1_795_000_000_000, now: () => clock.time };
  let passed = 0;
  const store = createMemoryStore(clock, { givesRevisions });
  const workspace = createWorkspace();
  const chat = createChat(() => passed);
  const guilds = createFakeGuilds();
  const troubles: string[] = [];
  const behinds: string[] = [];
  const gateway: { membership: number | null } = { membership: 0 };
  guilds.set(GUILD, {
    roles: { viewer: [], manager: ['managers'], approver: ['approvers'] },
    auditChannelId: AUDIT_CHANNEL,
  });

  /** Another process on the same store; doomed if given a killable one. */
  function start(killable?: KillableProcess): Changes {
    const guard = <Port extends object>(port: Port): Port => killable?.port(port) ?? port;
    return createChanges({
      store: guard(store),
      guilds: guard<Guilds>(guilds),
      clock,
      uptime: () => passed,
      channels: guard(chat),
      sign: (text) => hashOf(['signed', text]),
      checkpointEvery,
      async openPool(guildId) {
        const { connectedAt } = (await guilds.keyInfo(guildId)) ?? { connectedAt: 0 };
        return { pool: guard(workspace.client), connectedAt };
      },
      membershipOf: () => gateway.membership,
      expiryMs: EXPIRY_MS,
      answerWithinMs: ANSWER_WITHIN_MS,
      pause: () => Promise.resolve(),
      consoleUrl: undefined,
      onError: (what) => troubles.push(what),
      onLost: (what) => troubles.push(`lost: ${what}`),
      onBehind: (guildId, { where }) => behinds.push(`${guildId} ${where}`),
    });
  }

  const first = start();
  const ask = (changes: Changes, asked: { kind: string; input: unknown; member: Member }) =>
    changes.propose({ guildId: GUILD, channelId: CHANNEL, reason: 'why not', ...asked });

  async function postCard(change: Change, changes: Changes = first): Promise<string> {
    const reply = await changes.card(GUILD, change);
    const { messageId } = await chat.post(CHANNEL, reply);
    await reply.onPosted?.({ channelId: CHANNEL, messageId });
    return messageId;
  }

  return {
    clock,
    store,
    workspace,
    chat,
    guilds,
    troubles,
    /** What was logged about trails that lack entries. */
    behinds,
    /** What every process is told of the bot's memberships of the guild; null = it is out. */
    gateway,
    start,
    changes: first,
    /** Below 0 the wall clock is set back; so it is, or ahead, where a test sets `clock.time`. */
    pass(ms: number): void {
      clock.time += ms;
      passed += Math.max(0, ms);
    },
    ask,
    postCard,
    /** Requests a move of `main`, and posts the card. */
    async askToMove(member: Member = PEOPLE.manager, changes: Changes = first) {
      const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
      const change = await ask(changes, { kind: 'subaccount-move', input, member });
      return { change, messageId: await postCard(change, changes) };
    },
    click: (change: { readonly id: string }, member: Member, guildId = GUILD): Click => ({
      guildId,
      changeId: change.id,
      member,
    }),
    /** The steps of the guild's trail, oldest first. */
    async steps(): Promise<string[]> {
      const steps: string[] = [];
      for await (const line of first.exportTrail(GUILD)) steps.push(parseEntry(line).step);
      return steps;
    },
  };
}
