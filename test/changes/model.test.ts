import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Member } from '../../src/domain/access.js';
import type { Changes } from '../../src/changes/engine.js';
import { parseEntry, type Entry } from '../../src/changes/entry.js';
import { createLife } from './fakes/mortal.js';
import { ANSWER_WITHIN_MS, createWorld, EXPIRY_MS, GUILD, PEOPLE } from './fakes/world.js';
import type { WriteFault } from './fakes/workspace.js';

/**
 * Random lives of a guild: people of every rank ask, click and freeze in two processes, the
 * pool fails, somebody else changes it, processes are killed at any call, the clock jumps. The
 * model holds only what people and the pool really did; the trail and the pool's count of
 * requests are held against it after every step.
 */

const NAMES = ['main', 'spare'] as const;
const SITES = ['site-a', 'site-b', 'site-c'] as const;
type Who = keyof typeof PEOPLE;
const WHO = Object.keys(PEOPLE) as Who[];

type World = ReturnType<typeof createWorld>;

interface Real {
  readonly world: World;
  readonly processes: Changes[];
}

/** A confirmation as it was really given, with all that it is to be judged by. */
interface Click {
  readonly changeId: string;
  readonly who: Who;
  readonly at: number;
}

interface Model {
  readonly clicks: Click[];
  /** Settings at the time of each click do not change during a click. */
  rule: 'self' | 'second';
  managersHaveRoles: boolean;
}

type Step = fc.AsyncCommand<Model, Real>;

const member = (who: Who, model: Model): Member =>
  model.managersHaveRoles ? PEOPLE[who] : { ...PEOPLE[who], roleIds: [] };

async function trailOf({ world }: Real): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const line of world.changes.exportTrail(GUILD)) entries.push(parseEntry(line));
  return entries;
}

async function nth(real: Real, index: number): Promise<string> {
  const all = await real.world.changes.list(GUILD);
  return all[index % Math.max(1, all.length)]?.id ?? 'AAAAAAAAAAAAAAAAAAAAAA';
}

function step(name: string, act: (model: Model, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    async run(model, real) {
      const before = await trailOf(real);
      await act(model, real);
      await holds(model, real, before.length);
    },
    toString: () => name,
  };
}

/** Refused is as good as done, as far as the promises go. */
const either = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    () => undefined,
  );

const who = fc.constantFrom(...WHO);
const which = fc.nat(4);
const processAt = fc.nat(1);
const fault = fc.constantFrom<WriteFault | 'none'>(
  'none',
  'refuse',
  'timeout',
  'reset-after-effect',
  '500-after-effect',
);

function confirms(model: Model, real: Real, id: string, people: readonly Who[]): Promise<void>[] {
  return people.map((each, index) => {
    model.clicks.push({ changeId: id, who: each, at: real.world.clock.now() });
    const click = { guildId: GUILD, changeId: id, member: member(each, model) };
    return either((real.processes[index % 2] ?? real.world.changes).confirm(click));
  });
}

const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(who, fc.constantFrom(...NAMES), fc.constantFrom(...SITES)).map(([asker, name, site]) =>
    step(`${asker} asks to move ${name} to ${site}`, async (model, { world, processes }) => {
      const input = { name, site: { id: site, name: site } };
      const ask = { kind: 'subaccount-move', input, member: member(asker, model) };
      await either(
        world.ask(processes[0] ?? world.changes, ask).then((change) => world.postCard(change)),
      );
    }),
  ),
  fc
    .tuple(fc.array(who, { minLength: 1, maxLength: 4 }), which, fault)
    .map(([people, index, bad]) =>
      step(`${people.join(' and ')} confirm ${index} (pool: ${bad})`, async (model, real) => {
        if (bad !== 'none') real.world.workspace.faults.nextWrites = [bad];
        await Promise.all(confirms(model, real, await nth(real, index), people));
        real.world.workspace.faults.nextWrites = [];
      }),
    ),
  fc
    .tuple(who, which, fc.integer({ min: 1, max: 25 }), fc.constantFrom('before', 'after'))
    .map(([clicker, index, atCall, when]) =>
      step(`${clicker} confirms ${index}, killed ${when} call ${atCall}`, async (model, real) => {
        const life = createLife({ atCall, when: when === 'before' ? 'before' : 'after' });
        const changeId = await nth(real, index);
        model.clicks.push({ changeId, who: clicker, at: real.world.clock.now() });
        const click = { guildId: GUILD, changeId, member: member(clicker, model) };
        const mortal = real.world.start(life);
        await Promise.race([either(mortal.confirm(click)), life.death]);
      }),
    ),
  fc.tuple(who, which, processAt).map(([clicker, index, at]) =>
    step(`${clicker} cancels ${index}`, async (model, real) => {
      const click = {
        guildId: GUILD,
        changeId: await nth(real, index),
        member: member(clicker, model),
      };
      await either((real.processes[at] ?? real.world.changes).cancel(click));
    }),
  ),
  fc.tuple(who, which).map(([clicker, index]) =>
    step(`${clicker} resolves ${index}`, async (model, real) => {
      const click = {
        guildId: GUILD,
        changeId: await nth(real, index),
        member: member(clicker, model),
      };
      await either(real.world.changes.resolve(click, 'looked'));
    }),
  ),
  fc.tuple(who, who, which).map(([freezer, clicker, index]) =>
    step(`${freezer} freezes while ${clicker} confirms ${index}`, async (model, real) => {
      const freezing = { guildId: GUILD, member: member(freezer, model), reason: 'r' };
      const id = await nth(real, index);
      await Promise.all([
        ...confirms(model, real, id, [clicker]),
        either((real.processes[1] ?? real.world.changes).freeze(freezing)),
      ]);
    }),
  ),
  who.map((thawer) =>
    step(`${thawer} unfreezes`, async (model, { world }) =>
      either(
        world.changes.unfreeze({ guildId: GUILD, member: member(thawer, model), reason: 'r' }),
      ),
    ),
  ),
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...SITES)).map(([name, site]) =>
    step(`somebody else moves ${name} to ${site}`, async (_, { world }) => {
      world.workspace.siteOf.set(name, site);
    }),
  ),
  fc.boolean().map((fail) =>
    step(fail ? 'reads fail' : 'reads work', async (_, { world }) => {
      world.workspace.faults.readsFail = fail;
    }),
  ),
  fc.boolean().map((away) =>
    step(away ? 'Discord is away' : 'Discord is back', async (_, { world }) => {
      world.chat.isAway = away;
    }),
  ),
  fc.constantFrom('self' as const, 'second' as const).map((rule) =>
    step(`the rule is ${rule}`, async (model, { world }) => {
      model.rule = rule;
      world.guilds.set(GUILD, { approval: { payments: rule, others: rule } });
    }),
  ),
  fc.boolean().map((have) =>
    step(have ? 'roles are given' : 'roles are taken away', async (model) => {
      model.managersHaveRoles = have;
    }),
  ),
  fc
    .constantFrom(1_000, ANSWER_WITHIN_MS, EXPIRY_MS - 1, EXPIRY_MS, -60_000)
    .map((ms) => step(`the clock jumps ${ms} ms`, async (_, { world }) => world.pass(ms))),
  processAt.map((at) =>
    step('a sweep', async (_, { world, processes }) => {
      await (processes[at] ?? world.changes).sweep();
      await world.changes.idle();
    }),
  ),
  processAt.map((at) =>
    step('a restart', async (_, { world, processes }) => {
      processes[at] = world.start();
      await processes[at].recover();
    }),
  ),
];

/** The promises. `from` = how many entries there were before this step. */
async function holds(model: Model, real: Real, from: number): Promise<void> {
  const { world } = real;
  const trail = await trailOf(real);
  expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });

  const sentEntries = trail.filter((entry) => entry.step === 'sent');
  const sentIds = sentEntries.map((entry) => entry.change);
  // Never two sends of one change, and never one without its entry before it.
  expect(new Set(sentIds).size).toBe(sentIds.length);
  expect(world.workspace.sent.length).toBeLessThanOrEqual(sentIds.length);

  // What left is what was previewed, on the state that the preview showed.
  const shown = new Map(
    trail.flatMap((entry) => (entry.step === 'asked' ? [[entry.change, entry]] : [])),
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
    expect(matches, 'sent on a state that no preview showed').toBe(true);
  }

  let frozen = false;
  for (const entry of trail) {
    if (entry.step === 'frozen') frozen = true;
    if (entry.step === 'unfrozen') frozen = false;
    if (entry.step === 'sent') expect(frozen, 'sent while frozen').toBe(false);
  }
  for (const entry of trail.slice(from)) {
    if (entry.step === 'sent') mayBeSent(model, trail, entry);
    if (entry.step === 'reported' || entry.step === 'failed') isTrue(trail, entry);
  }
}

/** Somebody allowed really clicked, on a live change, that no step had closed. */
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
  const isAdmin = click.who === 'admin';
  expect(click.who).not.toBe('viewer');
  expect(isAdmin || model.managersHaveRoles, 'sent for somebody without a role').toBe(true);
  if (model.rule === 'second') expect(proposal.requester.id).not.toBe(PEOPLE[click.who].userId);
  expect(sent.at).toBeLessThan(proposal.expiresAt);
  expect(sent.details.request).toEqual(proposal.request);
  const closing = ['cancelled', 'expired', 'drifted', 'failed'];
  expect(own.some((each) => closing.includes(each.step) && each.seq < sent.seq)).toBe(false);
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
  } else {
    expect(wasSent, 'said not to be sent, and was').toBe(false);
  }
}

const RUNS = Number(process.env['CHANGES_MODEL_RUNS'] ?? 2_000);

test(`keeps its promises through ${RUNS} random lives`, { timeout: 600_000 }, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 25 }), async (commands) => {
      const world = createWorld();
      const setup = () => ({
        model: { clicks: [], rule: 'self', managersHaveRoles: true } satisfies Model,
        real: { world, processes: [world.start(), world.start()] },
      });
      await fc.asyncModelRun(setup, commands);
      for (const each of await world.steps()) seen.set(each, (seen.get(each) ?? 0) + 1);
    }),
    { numRuns: RUNS },
  );
  // Lives in which nothing happens would prove nothing.
  for (const each of ['sent', 'reported', 'failed', 'unknown', 'drifted', 'expired', 'refused']) {
    expect(seen.get(each) ?? 0, each).toBeGreaterThan(RUNS / 50);
  }
});
