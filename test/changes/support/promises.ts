import { isDeepStrictEqual } from 'node:util';
import { changeReply } from '../../../src/changes/card.js';
import { hashOf, type Change } from '../../../src/changes/change.js';
import { readGuildRow, type GuildRow } from '../../../src/guilds/transaction.js';
import { auditEntries, verifyAudit } from '../../../src/guilds/audit-trail.js';
import { replyText } from '../../support/reply-text.js';
import { endsOf, PEOPLE, type Server } from './server.js';
import { entriesOf, rulesAfter, type Entry, type Rules } from './trail.js';
import { SITES, type Click, type Sent } from './workspace.js';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** What is stored of a server after a step. */
export interface Stored {
  readonly changes: readonly Change[];
  readonly entries: readonly Entry[];
  /** In force at that moment, as the trail says. */
  readonly rules: Rules;
  readonly sends: number;
}

/** Throws where a promise is broken. `before`: what was stored before the step. */
export async function checkPromises(server: Server, before: Stored | null): Promise<Stored> {
  const now = await readStored(server, before);
  const row = await readGuildRow(server.store.db, server.guildId, server.clock.now());
  trailTellsRow(now, row);
  for (const change of now.changes) {
    const earlier = before?.changes.find(({ number }) => number === change.number) ?? null;
    stepsFollow(change, now);
    staysAsRequested(change, earlier);
    endIsTrue(server, change, earlier);
    if (change.state === 'pending') cardShowsRequest(server, change, row);
  }
  oneOpenChangeAThing(now);
  ruleIsWeakenedByTwoOrADay(server, now, before);
  sentOnce(server, now);
  for (const sent of server.workspace.sent.slice(before?.sends ?? 0)) mayBeSent(server, sent, now);
  for (const entry of now.entries.slice(before?.entries.length ?? 0)) mayDecide(entry, now);
  server.workspace.beginStep();
  return now;
}

async function readStored(
  { store, guildId, clock, workspace }: Server,
  before: Stored | null,
): Promise<Stored> {
  const earlier = before?.entries ?? [];
  const rows = await store.db
    .selectFrom('change')
    .select('data')
    .where('guild', '=', guildId)
    .orderBy('number')
    .execute();
  const trail = await store.db
    .selectFrom('audit')
    .selectAll()
    .where('guild', '=', guildId)
    .where('seq', '>', earlier.length)
    .orderBy('seq')
    .execute();
  const entries = [...earlier, ...entriesOf(trail)];
  return {
    changes: rows.map(({ data }) => JSON.parse(data)),
    entries,
    rules: rulesAfter(entries, clock.now()),
    sends: workspace.sent.length,
  };
}

/** At the end of a history: nothing was changed or taken away since it was read. */
export async function checkTrail({ store, guildId }: Server, { entries }: Stored): Promise<void> {
  const { brokenAt } = await verifyAudit(store.db, guildId);
  holds(brokenAt === null, `the trail is broken at ${brokenAt}`);
  const trail = [];
  for (const entry of await auditEntries(store.db, guildId)) trail.push(entry);
  holds(isDeepStrictEqual(entriesOf(trail), entries), 'earlier entries are another');
}

function trailTellsRow({ rules }: Stored, row: GuildRow): void {
  holds(isDeepStrictEqual(row.settings, rules.settings), 'the settings are not those of the trail');
  holds((row.frozen !== null) === rules.isFrozen, 'frozen, but not as the trail says');
  holds(row.keyVersion === rules.keys, 'the keys are not those of the trail');
}

/** What may come after a step. After "unknown" an answer may come late. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  requested: ['confirmed', 'cancelled', 'expired', 'drifted'],
  confirmed: ['reported', 'declined', 'unknown', 'unsent'],
  unknown: ['reported', 'declined', 'unknown', 'unsent'],
};
const MARKS = new Set(['observed', 'checked', 'refused']);
const STATES: Readonly<Record<string, string>> = { requested: 'pending', confirmed: 'sending' };

function stepsFollow({ number, state, checked, observed }: Change, { entries }: Stored): void {
  const own = entries.filter(({ change }) => change === number);
  const steps = own.map(({ step }) => step).filter((step) => !MARKS.has(step));
  const path = steps.join(' ');
  holds(steps[0] === 'requested', `#${number} was never requested: ${path}`);
  for (const [index, step] of steps.slice(1).entries())
    holds(NEXT[steps[index] ?? '']?.includes(step), `#${number} went ${path}`);
  const last = steps.at(-1) ?? '';
  holds((STATES[last] ?? last) === state, `#${number} is ${state}, its trail says ${path}`);
  const find = (step: string) => own.findLast((entry) => entry.step === step);
  holds(find('checked')?.at === checked?.at, `#${number} was checked otherwise`);
  holds(find('observed')?.at === observed?.at, `#${number} was observed otherwise`);
}

function staysAsRequested(change: Change, earlier: Change | null): void {
  const fixed = ({ input, request, present, rule, requester, ...rest }: Change) => ({
    asked: { input, request, present, rule, requester },
    when: { keyVersion: rest.keyVersion, askedAt: rest.askedAt, expiresAt: rest.expiresAt },
  });
  if (earlier !== null)
    holds(isDeepStrictEqual(fixed(change), fixed(earlier)), `#${change.number} is another`);
}

const ENDS_UNSENT = new Set(['pending', 'cancelled', 'expired', 'drifted', 'unsent']);

function endIsTrue({ workspace, clock }: Server, change: Change, earlier: Change | null): void {
  const { number, state, request, observed, outcome, sentAt } = change;
  const sent = workspace.sent.find((each) => numberOf(each) === number);
  if (ENDS_UNSENT.has(state)) holds(!sent, `#${number} is ${state}, but it was sent`);
  if (state === 'reported' || state === 'declined')
    holds(isDeepStrictEqual(sent?.outcome, outcome), `#${number}: the pool did not answer so`);
  if (state === 'unknown' && earlier?.state !== 'unknown') {
    const isGone = clock.now() - (sentAt ?? 0) >= 5 * 60 * SECOND;
    holds(isGone || isDeepStrictEqual(sent?.outcome, outcome), `#${number} is unknown too soon`);
  }
  if (observed?.isDone && !earlier?.observed?.isDone)
    holds(workspace.listed(request), `#${number} is done, but the pool did not list it`);
}

function oneOpenChangeAThing({ changes }: Stored): void {
  const open = changes.filter(
    ({ state, checked, observed }) =>
      ['pending', 'sending'].includes(state) ||
      (state === 'unknown' && checked === null && !observed?.isDone),
  );
  const things = open.map(({ touches }) => touches);
  holds(
    new Set(things).size === things.length,
    `two open changes of one thing: ${things.join(', ')}`,
  );
}

function cardShowsRequest({ channels }: Server, change: Change, row: GuildRow): void {
  const { card, request, number, input } = change;
  const placed = channels.all(card?.channelId ?? '').find((each) => isAt(each, card));
  const shown = plain(replyText(placed?.reply ?? changeReply(change, row)));
  const { site_id: siteId, addresses } = request.body;
  const site = SITES.find(({ id }) => id === siteId);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind's input names a subaccount
  const { name, subaccount } = input as { name?: string; subaccount?: string };
  const wanted = [name ?? subaccount, site?.name ?? ''];
  for (const each of Array.isArray(addresses) ? addresses : []) {
    const { external_address, address_name, revenue_allocation: allocation } = each;
    const isNew = each.address_id === undefined;
    wanted.push(external_address, address_name);
    if (isNew) wanted.push(`NEW** · ${address_name} · allocation **${allocation}**`);
    else holds(shown.match(`allocation(\\d+→)?(\\*\\*)?${allocation}`), `#${number}: ${shown}`);
  }
  for (const text of wanted)
    holds(shown.includes(plain(String(text))), `#${number} does not show ${text}: ${shown}`);
}

function ruleIsWeakenedByTwoOrADay(
  { clock }: Server,
  { entries, rules }: Stored,
  before: Stored | null,
): void {
  for (const kind of ['payments', 'others'] as const) {
    const was = before?.rules.settings.approval[kind];
    if (was !== 'second' || rules.settings.approval[kind] === 'second') continue;
    const asked = entries.findLast(({ step }) => step === 'loosening');
    const others = entries.slice(before?.entries.length).filter(({ step, actor }) => {
      const isAdmin = [PEOPLE.adam, PEOPLE.anna].some(({ id }) => id === actor);
      return step === 'settings' && isAdmin && actor !== asked?.actor;
    });
    const isDayOver = asked !== undefined && clock.now() >= asked.at + DAY;
    holds(isDayOver || (asked && others.length > 0), `${kind}: one person lifted the rule`);
  }
}

function sentOnce({ workspace }: Server, { changes }: Stored): void {
  const numbers = workspace.sent.map(numberOf);
  holds(new Set(numbers).size === numbers.length, `sent twice: ${numbers.join(', ')}`);
  const known = new Set(changes.map(({ number }) => number));
  holds(
    numbers.every((number) => number !== null && known.has(number)),
    'sent for no change',
  );
}

/** Judged by the trail up to the entry that somebody confirmed it, and by what they really did. */
function mayBeSent(server: Server, sent: Sent, { entries, changes }: Stored): void {
  const click = clickOf(sent);
  const change = changes.find(({ number }) => number === click.number);
  const own = entries.filter((entry) => entry.change === click.number);
  const requested = own.find(({ step }) => step === 'requested');
  const [confirmed, ...more] = own.filter(({ step }) => step === 'confirmed');
  if (!requested || !confirmed || !change) throw new Error('sent, but nobody confirmed it');
  const what = `#${click.number}, confirmed by ${click.member.id}`;
  holds(more.length === 0 && confirmed.actor === click.member.id, `${what}: by another`);

  const hash = hashOf(sent.request);
  holds(hash === hashOf(change.request), `${what}: not what is stored`);
  holds(hash === requested.details['hash'], `${what}: not what was requested`);
  holds(sent.read === server.shown.get(change.number), `${what}: on another state than shown`);
  const isTyped = endsOf(sent).every((end, index) => click.typed[index] === end);
  holds(isTyped, `${what}: addresses were not typed`);

  const rulesOf = (entry: Entry) => rulesAfter(entries.slice(0, entry.seq - 1), entry.at);
  const [then, now] = [rulesOf(requested), rulesOf(confirmed)];
  const kind = change.kind === 'payments' ? 'payments' : 'others';
  const isSecond = [then, now].some(({ settings }) => settings.approval[kind] === 'second');
  holds(mayConfirm(click, now), `${what}: may not confirm`);
  holds(!isSecond || requested.actor !== click.member.id, `${what}: requested it`);
  holds(!now.isFrozen, `${what}: while frozen`);
  holds(then.keys === now.keys && sent.key.endsWith(String(now.key)), `${what}: under another key`);
  const expiresAt = requested.at + then.settings.waits[kind] * 60 * SECOND;
  holds(confirmed.at < expiresAt, `${what}: after it expired`);
  holds(sent.at - confirmed.at <= 30 * SECOND, `${what}: too late`);
}

/** Who cancelled a change or looked at the pool. */
function mayDecide({ step, actor, change: number, seq, at }: Entry, { entries }: Stored): void {
  if (step !== 'cancelled' && step !== 'checked') return;
  const before = entries.slice(0, seq - 1);
  const requested = before.find((entry) => entry.step === 'requested' && entry.change === number);
  const member = Object.values(PEOPLE).find(({ id }) => id === actor);
  const rules = rulesAfter(before, at);
  const isRequester = requested?.actor === actor;
  const isApprover = member && mayConfirm({ member }, rules);
  const isManager = isApprover && member !== PEOPLE.sofia;
  const mayIt = step === 'cancelled' ? isRequester || isManager : isApprover;
  holds(mayIt, `#${number} ${step} by ${actor}`);
}

function mayConfirm({ member }: Pick<Click, 'member'>, { settings }: Rules): boolean {
  const { manager, approver } = settings.roles;
  const isAdmin = member.id === PEOPLE.adam.id || member.id === PEOPLE.anna.id;
  return isAdmin || member.roleIds.some((id) => [...manager, ...approver].includes(id));
}

/** Once all is posted, the cards of changes that are over say so. */
export function checkCards({ channels, store, guildId, clock }: Server, { changes }: Stored) {
  return Promise.all(
    changes.map(async (change) => {
      const { card, state, number } = change;
      if (card === null || state === 'pending') return;
      const row = await readGuildRow(store.db, guildId, clock.now());
      const placed = channels.all(card.channelId).find((each) => isAt(each, card));
      const text = (reply: Parameters<typeof replyText>[0]) =>
        replyText(reply).replaceAll(/<@&\w+>/g, '@role');
      const wanted = text(changeReply(change, row));
      const found = placed ? text(placed.reply) : 'none';
      // The rule decides how an unknown outcome's card asks for a second person.
      const isSame = state === 'unknown' ? head(found) === head(wanted) : found === wanted;
      holds(isSame, `#${number}'s card is out of date:\n${found}\nand not\n${wanted}`);
    }),
  );
}

function clickOf({ by }: Sent): Click {
  if (by === null) throw new Error('sent, but nobody clicked');
  return by;
}

function numberOf(sent: Sent): number | null {
  return clickOf(sent).number;
}

function isAt(message: { readonly messageId: string }, card: Change['card']): boolean {
  return message.messageId === card?.messageId;
}

const head = (text: string) => text.split('\n').slice(0, 2).join('\n');
const plain = (text: string) => text.replaceAll(/[\s`\\]/g, '');

/** Called thousands of times, which `expect` is too slow for. */
function holds(isTrue: unknown, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise);
}
