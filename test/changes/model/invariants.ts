import { expect } from 'vitest';
import type { Entry } from '../../../src/domain/changes/entry.js';
import { LOOSENING_WAITS_MS } from '../../../src/domain/changes/settings/loosening.js';
import { trailOf as trailName } from '../../../src/changes/trail/stored-trail.js';
import { GUILD, PEOPLE, type ChangesHarness } from '../fakes/changes-harness.js';
import type { Model, Rule } from './model.js';

/** The guild's trail as stored: what it says, not whether its chain holds. */
export function trailOf({ store }: ChangesHarness): Entry[] {
  const known = parsed.get(store) ?? new Map<string, Entry>();
  parsed.set(store, known);
  return (store.streams.get(trailName(GUILD)) ?? []).map((line) => {
    const entry = known.get(line) ?? parseEntry(line);
    known.set(line, entry);
    return entry;
  });
}

/** By text: a trail is read several times per step, and its lines never change. */
const parsed = new WeakMap<ChangesHarness['store'], Map<string, Entry>>();

/** When a history ends, every entry is read back with the engine's own schema. */
function parseEntry(line: string): Entry {
  return JSON.parse(line);
}

/** A rule that needs a second person is loosened by two people, or a day later. */
export async function keepsTheRule(model: Model, world: ChangesHarness): Promise<void> {
  const rule = await approvalInForce(world);
  if (model.rule === 'second' && rule === 'self') {
    const { wish } = model;
    if (wish === null) throw new Error('loosened, and nobody wanted it');
    const byTwo = wish.confirmedBy.some((who) => who !== wish.by);
    expect(byTwo || world.clock.now() - wish.at >= LOOSENING_WAITS_MS, 'loosened by one').toBe(
      true,
    );
  }
  if (rule === 'self') model.wish = null;
  model.rule = rule;
}

/** According to the trail; a killed process's stored copy may lag behind. */
export async function approvalInForce(world: ChangesHarness): Promise<Rule> {
  const last = trailOf(world)
    .flatMap((entry) => (entry.step === 'set' ? entry.details.changed : []))
    .findLast(({ what }) => what === 'others');
  if (last !== undefined) return last.after[0] === 'second' ? 'second' : 'self';
  return (await world.guilds.settings(GUILD)).approval.others;
}

const REFUSED_BEHIND = new Set<string>(['asked', 'confirmed', 'sent', 'cancelled', 'expired']);

/** Called tens of thousands of times per run; `expect` would cost as much as a whole step. */
function holds(isTrueNow: boolean, otherwise: string): void {
  if (!isTrueNow) throw new Error(otherwise);
}

/** The promises. `from` = how many entries there were before this step. */
export function keepsPromises(model: Model, world: ChangesHarness, from: number): void {
  const trail = trailOf(world);

  // Over all time, including entries that a restored store lost.
  const all = [...model.lost, ...trail];
  const sentEntries = all.filter((entry) => entry.step === 'sent');
  const sentIds = sentEntries.map((entry) => entry.change);
  // Never two sends of one change, and never one without a preceding entry.
  holds(new Set(sentIds).size === sentIds.length, 'sent twice');
  // What a later entry says was held back did not leave.
  const whyUnsent = sentIds.filter((id) =>
    all.some((entry) => saysNothingLeft(entry) && entry.change === id),
  );
  const mayHaveLeft = sentIds.length - whyUnsent.length;
  holds(world.workspace.sent.length <= mayHaveLeft, 'more has left than is in the trail');

  // What left is what was previewed, in the state the preview showed.
  const shown = new Map(
    all.flatMap((entry) => (entry.step === 'asked' ? [[entry.change, entry]] : [])),
  );
  for (const [index, request] of world.workspace.sent.entries()) {
    const matches = sentEntries.some(({ change, details }) => {
      const asked = shown.get(change);
      const present = JSON.stringify(asked?.details.proposal.present ?? null);
      const site = world.workspace.siteBefore[index] ?? 'none';
      return (
        details.request.path.endsWith(`/${String(request.args[0])}`) &&
        present.includes(`"id":"${site}"`)
      );
    });
    holds(matches, 'sent on a state that no preview showed');
  }

  let frozen = false;
  let isBehind = false;
  for (const entry of trail) {
    if (entry.step === 'behind') isBehind = true;
    if (entry.step === 'restore-accepted') isBehind = false;
    if (isBehind && REFUSED_BEHIND.has(entry.step))
      throw new Error(`${entry.step} while entries are missing`);
    if (entry.step === 'frozen') frozen = true;
    if (entry.step === 'unfrozen') frozen = false;
    if (entry.step === 'sent') holds(!frozen, 'sent while frozen');
  }
  for (const entry of trail.slice(from)) {
    if (entry.step === 'asked') model.askedUnder.set(entry.change, ruleOfAsking(model, entry));
    if (entry.step === 'sent') mayBeSent(model, trail, entry);
    if (entry.step === 'reported' || entry.step === 'failed') isTrue(trail, entry);
  }
}

/** A change that replaces a drifted one is under the strictest rule in force since the first. */
function ruleOfAsking(
  { rule, askedUnder }: Model,
  { details }: Extract<Entry, { step: 'asked' }>,
): Rule {
  const before = askedUnder.get(details.proposal.replaces ?? '');
  return before === 'second' ? before : rule;
}

/** Somebody entitled really clicked, on a live change that no step had closed. */
function mayBeSent(
  model: Model,
  trail: readonly Entry[],
  sent: Extract<Entry, { step: 'sent' }>,
): void {
  const own = trail.filter((each) => 'change' in each && each.change === sent.change);
  const asked = own.find((each) => each.step === 'asked');
  if (asked?.step !== 'asked') throw new Error('sent without being asked for');
  const { proposal } = asked.details;
  const click = model.clicks.find(
    (each) =>
      each.changeId === sent.change &&
      sent.actor !== 'pitboss' &&
      PEOPLE[each.who].userId === sent.actor.id,
  );
  if (click === undefined) throw new Error('sent without a click');
  const isAdmin = click.who === 'admin' || click.who === 'otherAdmin';
  expect(click.who).not.toBe('viewer');
  expect(isAdmin || model.haveRoles, 'sent for somebody without a role').toBe(true);
  const rules = [model.rule, model.askedUnder.get(sent.change)];
  if (rules.includes('second')) expect(proposal.requester.id).not.toBe(PEOPLE[click.who].userId);
  expect(sent.at).toBeLessThan(proposal.expiresAt);
  expect(sent.details.request).toEqual(proposal.request);
  const closing = new Set(['cancelled', 'expired', 'drifted', 'failed']);
  expect(own.some((each) => closing.has(each.step) && each.seq < sent.seq)).toBe(false);
  expect(own.filter((each) => each.step === 'confirmed' && each.seq < sent.seq)).toHaveLength(1);
}

/** No state claims more than the pool said. */
function isTrue(
  trail: readonly Entry[],
  entry: Extract<Entry, { step: 'reported' | 'failed' }>,
): void {
  const wasSent = trail.some((each) => each.step === 'sent' && each.change === entry.change);
  if (entry.step === 'reported') {
    expect(wasSent).toBe(true);
    expect(entry.details.answer).toMatchObject({ status: 'PENDING' });
  } else if (entry.details.why === 'pool') {
    expect(entry.details.error).toBe('PoolRejected');
  } else if (entry.details.why === 'stopped' || entry.details.why === 'other-request') {
    expect(wasSent, 'said not to be sent, and was').toBe(false);
  }
}

function saysNothingLeft(entry: Entry): entry is Extract<Entry, { step: 'failed' }> {
  return entry.step === 'failed' && entry.details.why !== 'pool';
}
