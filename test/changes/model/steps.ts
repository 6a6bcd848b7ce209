import {
  array,
  boolean,
  constantFrom,
  integer,
  nat,
  tuple,
  type Arbitrary,
  type AsyncCommand,
} from 'fast-check';
import type { Changes } from '../../../src/changes/changes.js';
import { LOOSENING_WAITS_MS } from '../../../src/domain/changes/settings/loosening.js';
import { createKillableProcess } from '../fakes/killable-process.js';
import type { WriteFault } from '../fakes/workspace.js';
import {
  ANSWER_WITHIN_MS,
  EXPIRY_MS,
  GUILD,
  NO_LOSS,
  PEOPLE,
  pressOn,
} from '../fakes/changes-harness.js';
import { memberOf, type Model, type Real, type Rule, type Who } from './model.js';
import { keepsPromises, keepsTheRule, approvalInForce, trailOf } from './invariants.js';

type Step = AsyncCommand<Model, Real>;

function step(name: string, act: (model: Model, real: Real) => Promise<unknown>): Step {
  return {
    check: () => true,
    async run(model, real) {
      const before = trailOf(real.world).length;
      // As far as the promises go, a refusal is as good as success.
      await act(model, real).catch(() => undefined);
      await keepsTheRule(model, real.world);
      keepsPromises(model, real.world, before);
    },
    toString: () => name,
  };
}

/** Mostly people with permissions: histories of mere refusals prove little. */
const who = constantFrom<Who>(
  'manager',
  'manager',
  'second',
  'second',
  'approver',
  'admin',
  'otherAdmin',
  'viewer',
);
const name = constantFrom('main', 'spare');
const site = constantFrom('site-a', 'site-b', 'site-c');
/** Mostly the newest change. */
const which = constantFrom(0, 0, 0, 0, 1, 2);
const processAt = nat(1);
const seldom = boolean().chain((often) => (often ? constantFrom(false) : boolean()));
const fault = constantFrom<WriteFault | 'none'>(
  'none',
  'none',
  'none',
  'refuse',
  'timeout',
  'reset-after-effect',
  '500-after-effect',
);

async function nth({ processes }: Real, index: number): Promise<string> {
  const all = await processes[0].list(GUILD);
  return all[index % Math.max(1, all.length)]?.id ?? 'AAAAAAAAAAAAAAAAAAAAAA';
}

async function confirm(model: Model, changes: Changes, click: { changeId: string; who: Who }) {
  model.clicks.push(click);
  const { changeId } = click;
  return pressOn(changes).confirm({ guildId: GUILD, changeId, member: memberOf(click.who, model) });
}

const asks = tuple(who, name, site).map(([asker, subaccount, to]) =>
  step(`${asker} asks to move ${subaccount} to ${to}`, async (model, { world, processes }) => {
    const input = { name: subaccount, site: { id: to, name: to } };
    const member = memberOf(asker, model);
    const change = await world.ask(processes[0], { kind: 'subaccount-move', input, member });
    await world.postCard(change, processes[0]);
  }),
);

const confirms = tuple(array(who, { minLength: 1, maxLength: 4 }), which, fault).map(
  ([people, index, bad]) =>
    step(`${people.join(' and ')} confirm ${index} (pool: ${bad})`, async (model, real) => {
      const { faults } = real.world.workspace;
      faults.nextWrites = bad === 'none' ? [] : [bad];
      const changeId = await nth(real, index);
      await Promise.allSettled(
        people.map((each, at) =>
          confirm(model, real.processes[at % 2 === 0 ? 0 : 1], { changeId, who: each }),
        ),
      );
      faults.nextWrites = [];
    }),
);

const killed = tuple(who, which, integer({ min: 1, max: 25 }), boolean()).map(
  ([clicker, index, atCall, before]) =>
    step(`${clicker} confirms ${index}, killed at call ${atCall}`, async (model, real) => {
      const killable = createKillableProcess({ atCall, when: before ? 'before' : 'after' });
      const changeId = await nth(real, index);
      const doomed = real.world.start(killable);
      await Promise.race([confirm(model, doomed, { changeId, who: clicker }), killable.death]);
    }),
);

const cancels = tuple(who, which, processAt).map(([clicker, index, at]) =>
  step(`${clicker} cancels ${index}`, async (model, real) => {
    const changeId = await nth(real, index);
    const member = memberOf(clicker, model);
    await pressOn(real.processes[at === 0 ? 0 : 1]).cancel({ guildId: GUILD, changeId, member });
  }),
);

const resolves = tuple(who, which).map(([clicker, index]) =>
  step(`${clicker} looks into ${index}`, async (model, real) => {
    const changeId = await nth(real, index);
    const member = memberOf(clicker, model);
    await pressOn(real.processes[0]).resolve({ guildId: GUILD, changeId, member }, 'looked');
  }),
);

const freezes = tuple(who, who, which).map(([freezer, clicker, index]) =>
  step(`${freezer} freezes while ${clicker} confirms ${index}`, async (model, real) => {
    const freezing = { guildId: GUILD, member: memberOf(freezer, model), reason: 'r' };
    const changeId = await nth(real, index);
    await Promise.allSettled([
      confirm(model, real.processes[0], { changeId, who: clicker }),
      real.processes[1].freeze(freezing),
    ]);
  }),
);

const unfreezes = constantFrom<Who>('admin', 'manager').map((thawer) =>
  step(`${thawer} unfreezes`, async (model, { processes }) => {
    const member = memberOf(thawer, model);
    await processes[0].unfreeze({ guildId: GUILD, member, reason: 'r' });
  }),
);

const others = tuple(name, site).map(([subaccount, to]) =>
  step(`somebody else moves ${subaccount} to ${to}`, async (_, { world }) =>
    world.workspace.siteOf.set(subaccount, to),
  ),
);

const readsFail = seldom.map((fail) =>
  step(fail ? 'reads fail' : 'reads work', async (_, { world }) => {
    world.workspace.faults.readsFail = fail;
  }),
);

const discordAway = seldom.map((away) =>
  step(away ? 'Discord is away' : 'Discord is back', async (_, { world }) => {
    world.chat.isAway = away;
  }),
);

const setter = constantFrom<Who>('admin', 'otherAdmin');
const rules = tuple(constantFrom<Rule>('self', 'second'), setter, processAt).map(([rule, by, at]) =>
  step(`${by} sets the rule to ${rule}`, async (model, { world, processes }) => {
    if (rule === 'self') model.wish ??= { by, at: world.clock.now(), confirmedBy: [] };
    const asked = { guildId: GUILD, member: PEOPLE[by], by: 'roles' as const };
    const approval = { payments: rule, others: rule };
    await processes[at === 0 ? 0 : 1].settings.set(asked, (now) => ({ ...now, approval }));
  }),
);

const waiting = async ({ world }: Real) =>
  (await world.changes.loosenings.waiting(GUILD)) ?? { seq: 0, head: '' };
const decider = constantFrom<Who>('admin', 'otherAdmin', 'manager');

const confirmsLoosening = tuple(decider, boolean(), integer({ min: 1, max: 12 }), boolean()).map(
  ([by, isKilled, atCall, before]) => {
    const end = isKilled ? `, killed at call ${atCall}` : '';
    return step(`${by} confirms the loosening${end}`, async (model, real) => {
      const click = { guildId: GUILD, member: PEOPLE[by], asked: await waiting(real) };
      model.wish?.confirmedBy.push(by);
      if (!isKilled) return real.processes[0].loosenings.confirm(click);
      const killable = createKillableProcess({ atCall, when: before ? 'before' : 'after' });
      return Promise.race([real.world.start(killable).loosenings.confirm(click), killable.death]);
    });
  },
);

const loosenedByTwo = tuple(setter, processAt).map(([by, at]) =>
  step(`${by} loosens the rule and the other admin confirms`, async (model, real) => {
    const other = by === 'admin' ? 'otherAdmin' : 'admin';
    model.wish ??= { by, at: real.world.clock.now(), confirmedBy: [] };
    const approval = { payments: 'self', others: 'self' } as const;
    const { settings, loosenings } = real.processes[at === 0 ? 0 : 1];
    const asked = { guildId: GUILD, member: PEOPLE[by], by: 'roles' as const };
    await settings.set(asked, (now) => ({ ...now, approval }));
    model.wish.confirmedBy.push(other);
    const click = { guildId: GUILD, member: PEOPLE[other], asked: await waiting(real) };
    await loosenings.confirm(click);
  }),
);

const withdrawsLoosening = decider.map((by) =>
  step(`${by} withdraws the loosening`, async (model, real) => {
    const click = { guildId: GUILD, member: PEOPLE[by], asked: await waiting(real) };
    await real.processes[1].loosenings.withdraw(click);
    model.wish = null;
  }),
);

const days = constantFrom(LOOSENING_WAITS_MS, LOOSENING_WAITS_MS - 1).map((ms) =>
  step(`${ms} ms pass`, async (_, { world, processes }) => {
    world.pass(ms);
    await processes[0].reconcile();
    await processes[0].idle();
  }),
);

const roles = seldom.map((taken) =>
  step(taken ? 'roles are taken away' : 'roles are given', async (model) => {
    model.haveRoles = !taken;
  }),
);

const jumps = constantFrom(1_000, 5_000, ANSWER_WITHIN_MS, EXPIRY_MS - 1, EXPIRY_MS, -60_000).map(
  (ms) => step(`the clock jumps ${ms} ms`, async (_, { world }) => world.pass(ms)),
);

const passes = processAt.map((at) =>
  step('a pass of the reconciler', async (_, { processes }) => {
    const one = processes[at === 0 ? 0 : 1];
    await one.reconcile();
    await one.idle();
  }),
);

const restarts = processAt.map((at) =>
  step('a restart', async (_, { world, processes }) => {
    const fresh = world.start();
    processes[at === 0 ? 0 : 1] = fresh;
    await fresh.recover();
  }),
);

const copies = constantFrom(
  step('a copy of the store is taken', async (model, { world, processes }) => {
    await Promise.all([...processes, world.changes].map((each) => each.idle()));
    model.copy = world.store.copy();
  }),
);

/** Something that nobody was shown can't reveal a loss, so first show everything. */
async function showAll({ world, processes }: Real): Promise<void> {
  const all = [...processes, world.changes];
  world.chat.isAway = false;
  // Else starting over waits for posts that wait for more entries.
  await Promise.all(all.map((each) => each.idle()));
  for (const each of all) await each.recover();
  await Promise.all(all.map((each) => each.idle()));
}

/** A process may remember more than the copy, because sometimes only the streams are restored. */
const restores = constantFrom(
  'under the living',
  'before a start',
  'before a start, but for the checkpoint',
).map((when) =>
  step(`the copy is put back ${when}`, async (model, real) => {
    const { world, processes } = real;
    if (model.copy === null) return;
    await showAll(real);
    const before = trailOf(world);
    const notes = world.store.notes<unknown>('trail-checkpoints');
    const remembered = await notes.get(GUILD);
    model.copy();
    if (when.includes('but for')) await notes.set(GUILD, remembered ?? null);
    // The rule is the copy's too.
    model.rule = await approvalInForce(world);
    const stands = new Set(trailOf(world).map(({ hash }) => hash));
    model.lost.push(...before.filter(({ hash }) => !stands.has(hash)));
    if (when !== 'under the living') processes.splice(0, 2, world.start(), world.start());
  }),
);

const damages = constantFrom('altered', 'lost').map((how) =>
  step(`the checkpoint is ${how}`, async (_, { world }) => {
    const notes = world.store.notes<{ text: string; signature: string }>('trail-checkpoints');
    const { text = '', signature = '' } = (await notes.get(GUILD)) ?? {};
    if (how === 'lost') await notes.delete(GUILD);
    else await notes.set(GUILD, { text: text.replaceAll('"sent"', '"pending"'), signature });
  }),
);

const accepts = constantFrom<Who>('admin', 'admin', 'manager').map((accepter) =>
  step(`${accepter} accepts that entries are missing`, async (model, { world, processes }) => {
    const found = (await processes[0].behind(GUILD)) ?? NO_LOSS;
    await processes[0].acceptRestore({
      guildId: GUILD,
      member: memberOf(accepter, model),
      reason: 'r',
      askedAt: world.chat.now(),
      seenAt: world.chat.now(),
      found,
    });
    // Restoring drops what was waiting; people who want it must ask again.
    model.wish = null;
  }),
);

/** Steps listed more often happen more often. */
export const steps: Arbitrary<Step>[] = [
  [asks, asks, asks, asks, confirms, confirms, confirms, confirms, killed, killed],
  [cancels, resolves, freezes, unfreezes, unfreezes, others, others, readsFail, discordAway],
  [rules, rules, rules, roles, jumps, jumps, passes, passes, restarts],
  [confirmsLoosening, loosenedByTwo, loosenedByTwo, withdrawsLoosening, days],
  [copies, copies, restores, accepts, accepts, damages],
].flat();
