import {
  boolean,
  constantFrom,
  nat,
  oneof,
  tuple,
  type Arbitrary,
  type AsyncCommand,
} from 'fast-check';
import type { Change } from '../../../src/changes/change.js';
import type { Request } from '../../../src/changes/propose.js';
import type { Member } from '../../../src/discord/command.js';
import { UserError } from '../../../src/errors.js';
import type { GuildSettings } from '../../../src/guilds/settings.js';
import { PoolError } from '../../../src/pool/pool-error.js';
import { checkCards, checkPromises, type Stored } from './promises.js';
import {
  APPROVER,
  ask,
  confirm,
  deliver,
  endsOf,
  MANAGER,
  PEOPLE,
  type Process,
  type Server,
} from './server.js';
import { ADDRESSES, SITES, turn, type Answer } from './workspace.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface Model {
  readonly server: Server;
  stored: Stored;
  /** Confirmations whose request hangs, oldest first. */
  readonly late: Promise<unknown>[];
  /** Over all histories: how often each step was accepted and refused. */
  readonly counts: Map<string, number>;
}

type Step = AsyncCommand<Model, Model>;
type Who = keyof typeof PEOPLE;

interface Act {
  readonly name: string;
  /** Whether it can be expected to be accepted. Default: always. */
  readonly can?: (model: Model) => boolean;
  /** @throws UserError, PoolError where it is refused */
  readonly run: (model: Model) => Promise<void>;
  /** It is accepted whenever `can` says so. */
  readonly isSure?: boolean;
}

const who = constantFrom<Who>('adam', 'anna', 'marek', 'mina', 'sofia', 'vera');
const admin = constantFrom<Who>('adam', 'anna');
const manager = constantFrom<Who>('adam', 'marek', 'mina');
const pick = nat(5);
const processAt = constantFrom<0 | 1>(0, 1);

function step({ name, can = () => true, run, isSure = false }: Act): Step {
  return {
    check: can,
    toString: () => name,
    async run(model) {
      model.server.workspace.fillCache();
      const refusal = await attempt(model, { name, run });
      if (isSure && refusal) throw new Error(`refused: ${name}`, { cause: refusal });
      model.stored = await checkPromises(model.server, model.stored);
    },
  };
}

/** Null if it was accepted. */
async function attempt(model: Model, { name, run }: Pick<Act, 'name' | 'run'>) {
  const [verb = ''] = name.split(' ');
  const count = (what: string) => model.counts.set(what, (model.counts.get(what) ?? 0) + 1);
  try {
    await run(model);
    count(`${verb} accepted`);
    return null;
  } catch (error) {
    if (!(error instanceof UserError) && !(error instanceof PoolError)) throw error;
    count(`${verb} refused`);
    return error;
  }
}

const move = (name: string, at: number): Asked => {
  const site = SITES[at % SITES.length] ?? SITES[0];
  return { kind: 'move', input: { name, site }, touches: `subaccount:${name}` };
};
const create = (name: string, at: number): Asked => ({ ...move(name, at), kind: 'create' });
const payments = (subaccount: string, allocations: readonly number[]): Asked => {
  const addresses = allocations.flatMap((allocation, index) => {
    const entry = { name: `wallet ${index}`, address: ADDRESSES[index] };
    return allocation > 0 ? [{ ...entry, allocation: String(allocation) }] : [];
  });
  const input = { currency: 'BTC', subaccount, frequency: 'DAILY', day: 'UNSPECIFIED', addresses };
  return { kind: 'payments', input, touches: `payments:BTC:${subaccount}` };
};

type Asked = Pick<Request, 'kind' | 'input'> & { readonly touches: string };

const asked: Arbitrary<Asked> = oneof(
  tuple(constantFrom('hall-1', 'hall-2'), nat(2)).map(([name, at]) => move(name, at)),
  tuple(constantFrom('hall-3', 'hall-4'), nat(2)).map(([name, at]) => create(name, at)),
  tuple(
    constantFrom('hall-1', 'hall-2'),
    constantFrom([100], [60, 40], [0, 100], [50, 0, 50], [0, 30, 70]),
  ).map(([name, allocations]) => payments(name, allocations)),
);

const asks = (isSensible: boolean) =>
  tuple(asked, manager, processAt).map(([what, by, at]) =>
    step({
      name: `ask by ${by} for ${JSON.stringify(what)}`,
      can: (model) => !isSensible || isFree(model, what.touches),
      run: ({ server }) => request(server, { what, member: PEOPLE[by], at }),
    }),
  );

async function request(
  server: Server,
  { what, member, at }: { readonly what: Asked; readonly member: Member; readonly at: 0 | 1 },
): Promise<void> {
  const { touches, ...request } = what;
  const asked = { member, touches, request: { ...request, reason: 'because' } };
  await ask(server, server.processes[at], asked);
}

const answer = oneof(
  { weight: 6, arbitrary: constantFrom<Answer>('accept') },
  {
    weight: 6,
    arbitrary: constantFrom<Answer>('approval', 'decline', 'decline-after', 'reset', 'reset-after'),
  },
  { weight: 1, arbitrary: constantFrom<Answer>('hang', 'hang-after') },
);

/** By somebody who may, with the right characters. */
const confirms = tuple(pick, pick, answer, processAt).map(([index, person, answer, at]) =>
  step({
    name: `confirm the ${index}th by the ${person}th who may, ${answer}`,
    can: (model) => confirmable(model).length > 0,
    isSure: true,
    async run(model) {
      const { change, people } = nth(confirmable(model), index);
      const member = PEOPLE[nth(people, person)];
      const { workspace, processes } = model.server;
      workspace.answer = answer;
      const hanging = workspace.hanging();
      const typed = endsOf(change);
      const { number } = change;
      let isOver = false;
      const confirming = confirm(model.server, processes[at], { member, number, typed }).finally(
        () => void (isOver = true),
      );
      while (!isOver && workspace.hanging() === hanging) await turn();
      workspace.answer = 'accept';
      if (isOver) await confirming;
      else model.late.push(confirming);
    },
  }),
);

/** By anybody, whatever is typed, whatever the change's state. */
const triesToConfirm = tuple(pick, who, boolean(), processAt).map(([index, by, isRight, at]) =>
  step({
    name: `try to confirm the ${index}th by ${by}${isRight ? '' : ' with other characters'}`,
    can: ({ stored }) => stored.changes.length > 0,
    run: (model) => tryToConfirm(model, { change: newest(model, index), by, isRight, at }),
  }),
);

async function tryToConfirm(
  { server }: Model,
  tried: { readonly change: Change; readonly by: Who; readonly isRight: boolean; at: 0 | 1 },
): Promise<void> {
  const { change, by, isRight, at } = tried;
  const typed = isRight ? endsOf(change) : ['abcdef'];
  const confirmed = { member: PEOPLE[by], number: change.number, typed };
  await confirm(server, server.processes[at], confirmed);
}

const decides = (verb: 'cancel' | 'check', isSensible: boolean) =>
  tuple(pick, who, processAt).map(([index, by, at]) =>
    step({
      name: `${verb} the ${index}th by ${by}`,
      can: (model) =>
        isSensible ? decidable(model, verb, by).length > 0 : model.stored.changes.length > 0,
      isSure: isSensible,
      async run(model) {
        const { guildId, processes } = model.server;
        const { changes } = processes[at];
        const own = decidable(model, verb, by);
        const { number } = isSensible ? nth(own, index) : newest(model, index);
        const decider = { guildId, member: PEOPLE[by] };
        if (verb === 'cancel') await changes.cancel(decider, number);
        else await changes.markChecked(decider, { number, note: 'looked' });
      },
    }),
  );

const asksAgain = tuple(pick, manager, processAt).map(([index, by, at]) =>
  step({
    name: `again the ${index}th by ${by}`,
    can: (model) => repeatable(model).length > 0,
    async run(model) {
      const change = nth(repeatable(model), index);
      const asked = { member: PEOPLE[by], request: change, touches: change.touches };
      await ask(model.server, model.server.processes[at], asked);
    },
  }),
);

const freezes = (isFreeze: boolean) =>
  tuple(admin, processAt).map(([by, at]) =>
    step({
      name: `${isFreeze ? 'freeze' : 'unfreeze'} by ${by}`,
      can: ({ stored }) => stored.rules.isFrozen !== isFreeze,
      isSure: true,
      run: ({ server }) => setFrozen(server, { by, at, isFreeze }),
    }),
  );

function setFrozen(
  { processes, guildId }: Server,
  { by, at, isFreeze }: { readonly by: Who; readonly at: 0 | 1; readonly isFreeze: boolean },
): Promise<void> {
  const { changes } = processes[at];
  const decider = { guildId, member: PEOPLE[by] };
  return isFreeze ? changes.freeze(decider, 'why') : changes.unfreeze(decider, 'why');
}

type Setting = (settings: GuildSettings) => GuildSettings;
const approve =
  (kind: 'payments' | 'others', rule: 'self' | 'second'): Setting =>
  (settings) => ({ ...settings, approval: { ...settings.approval, [kind]: rule } });
const roles =
  (manager: string[], approver: string[]): Setting =>
  (settings) => ({ ...settings, roles: { viewer: [], manager, approver } });

const SETTINGS: Readonly<Record<string, Setting>> = {
  'others by two': approve('others', 'second'),
  'others by one': approve('others', 'self'),
  'payments by two': approve('payments', 'second'),
  'payments by one': approve('payments', 'self'),
  'no roles': roles([], []),
  'all roles': roles([MANAGER], [APPROVER]),
  'long waits': (settings) => ({ ...settings, waits: { payments: 4_000, others: 4_000 } }),
  'short waits': (settings) => ({ ...settings, waits: { payments: 60, others: 15 } }),
};

const sets = tuple(constantFrom(...Object.keys(SETTINGS)), admin, processAt).map(([what, by, at]) =>
  step({
    name: `set ${what} by ${by}`,
    run: ({ server }) => set(server, { what, by, at }),
  }),
);

async function set(
  { processes, guildId }: Server,
  { what, by, at }: { readonly what: string; readonly by: Who; readonly at: 0 | 1 },
): Promise<void> {
  const change = SETTINGS[what] ?? ((settings) => settings);
  await processes[at].guilds.configure(guildId, PEOPLE[by], change);
}

const decidesWeakerRule = (verb: 'loosen' | 'withdraw') =>
  tuple(admin, processAt).map(([by, at]) =>
    step({
      name: `${verb} by ${by}`,
      can: ({ stored }) => stored.rules.weaker !== null,
      async run({ server: { processes, guildId }, stored }) {
        const askedAt = stored.entries.findLast((entry) => entry.step === 'loosening')?.at ?? 0;
        const { guilds } = processes[at];
        if (verb === 'loosen') await guilds.confirmLoosening(guildId, PEOPLE[by], askedAt);
        else await guilds.withdrawLoosening(guildId, PEOPLE[by], askedAt);
      },
    }),
  );

/** Another process hears of it within five seconds. */
const replacesKey = constantFrom(
  step({
    name: 'key replaced',
    isSure: true,
    async run({ server, stored: { rules } }) {
      await connectNext(server, rules.keys);
      server.clock.time += 6 * SECOND;
    },
  }),
);

async function connectNext({ processes, guildId }: Server, keys: number): Promise<void> {
  const key = `lpk_test_${String(keys).padStart(4, '0')}`;
  await processes[0].guilds.connect(guildId, PEOPLE.adam, key);
}

const passes = constantFrom(
  ...[SECOND, 6 * SECOND, 40 * SECOND, 6 * MINUTE],
  ...[6 * SECOND, 6 * SECOND, 16 * MINUTE, 25 * HOUR],
).map((ms) =>
  step({
    name: `pass ${ms / SECOND} s`,
    isSure: true,
    async run({ server }) {
      // What waits to be posted is given up after a day.
      if (ms > HOUR) await deliver(server.processes[0]);
      server.clock.time += ms;
    },
  }),
);

const sweeps = tuple(boolean(), processAt).map(([isFailing, at]) =>
  step({
    name: isFailing ? 'sweep, a read fails' : 'sweep',
    isSure: true,
    async run({ server: { processes, workspace } }) {
      const { changes, guilds } = processes[at];
      if (isFailing) workspace.readsUntilFailure = 0;
      await changes.sweep();
      workspace.readsUntilFailure = Infinity;
      await guilds.settleLoosenings();
    },
  }),
);

const delivers = constantFrom(
  step({
    name: 'deliver',
    isSure: true,
    async run({ server, stored }) {
      await deliver(server.processes[0]);
      await checkCards(server, await checkPromises(server, stored));
    },
  }),
);

const elsewhere = tuple(
  constantFrom(
    ...['subaccount:hall-1', 'subaccount:hall-2', 'subaccount:hall-3'],
    ...['payments:BTC:hall-1', 'payments:BTC:hall-2'],
  ),
  pick,
).map(([touches, pick]) =>
  step({
    name: `elsewhere ${touches} changes`,
    isSure: true,
    run: async ({ server: { workspace } }) => workspace.elsewhere(touches, pick),
  }),
);

const overtakes = tuple(pick, pick).map(([index, pick]) =>
  step({
    name: `overtake the ${index}th`,
    can: (model) => confirmable(model).length > 0,
    isSure: true,
    async run(model) {
      const { workspace } = model.server;
      workspace.elsewhere(nth(confirmable(model), index).change.touches, pick);
    },
  }),
);

const answersLate = constantFrom(
  step({
    name: 'late answer',
    can: ({ late }) => late.length > 0,
    isSure: true,
    async run({ server: { workspace }, late }) {
      workspace.release();
      await late.shift();
    },
  }),
);

/** What else happens while two people confirm the same change in two processes. */
const MEANWHILE: Readonly<Record<string, (model: Model, change: Change) => Promise<unknown>>> = {
  'nothing else': async () => {},
  cancel: ({ server: { guildId, processes } }, { number }) =>
    processes[0].changes.cancel({ guildId, member: PEOPLE.adam }, number),
  freeze: ({ server }) => setFrozen(server, { by: 'anna', at: 1, isFreeze: true }),
  'others by two': ({ server }) => set(server, { what: 'others by two', by: 'adam', at: 0 }),
  'no roles': ({ server }) => set(server, { what: 'no roles', by: 'adam', at: 1 }),
  key: ({ server, stored }) => connectNext(server, stored.rules.keys),
  'the pool changes': async ({ server: { workspace } }, { touches }) =>
    workspace.elsewhere(touches, 2),
  'the pool fails': async ({ server: { workspace } }) => void (workspace.readsUntilFailure = 2),
  'another asks': ({ server }, { input, kind, touches }) =>
    request(server, { what: { kind, input, touches }, member: PEOPLE.mina, at: 1 }),
};

const together = tuple(
  constantFrom(...Object.keys(MEANWHILE)),
  tuple(pick, pick),
  tuple(nat(8), nat(4)),
).map(([meanwhile, [one, other], [turns, head]]) =>
  step({
    name: `together: two confirm, ${meanwhile} after ${turns}, the second ${head} behind`,
    can: (model) => confirmable(model).length > 0,
    async run(model) {
      const { change, people } = nth(confirmable(model), one);
      const click = (index: number, at: 0 | 1) => ({
        name: 'click',
        run: () => tryToConfirm(model, { change, by: nth(people, index), isRight: true, at }),
      });
      const act = MEANWHILE[meanwhile];
      await Promise.all([
        attempt(model, click(one, 0)),
        later(head, () => attempt(model, click(other, 1))),
        later(turns, () =>
          attempt(model, { name: 'meanwhile', run: async () => void (await act?.(model, change)) }),
        ),
      ]);
      model.server.workspace.readsUntilFailure = Infinity;
      model.server.clock.time += 6 * SECOND;
    },
  }),
);

async function later<Result>(turns: number, work: () => Promise<Result>): Promise<Result> {
  for (let left = turns; left > 0; left--) await turn();
  return work();
}

/** Open changes with who may confirm them now, as the trail has the rules. */
function confirmable({ stored, server }: Model) {
  const { rules, changes } = stored;
  const { settings, isFrozen, keys } = rules;
  const confirmers = [...settings.roles.manager, ...settings.roles.approver];
  return changes.flatMap((change) => {
    const { state, expiresAt, keyVersion, kind, rule, requester } = change;
    const isOpen = state === 'pending' && server.clock.now() < expiresAt;
    if (!isOpen || isFrozen || keyVersion !== keys) return [];
    const now = settings.approval[kind === 'payments' ? 'payments' : 'others'];
    const isSecond = rule === 'second' || now === 'second';
    const people = WHO.filter((name) => {
      const { id, permissions, roleIds } = PEOPLE[name];
      const may = permissions > 0n || roleIds.some((role) => confirmers.includes(role));
      return may && !(isSecond && id === requester);
    });
    return [{ change, people }];
  });
}

const WHO = ['adam', 'anna', 'marek', 'mina', 'sofia', 'vera'] as const;

function decidable({ stored, server }: Model, verb: 'cancel' | 'check', by: Who): Change[] {
  const { changes, rules } = stored;
  const { manager, approver } = rules.settings.roles;
  const { id, permissions, roleIds } = PEOPLE[by];
  const holds = (wanted: readonly string[]) =>
    permissions > 0n || roleIds.some((role) => wanted.includes(role));
  return changes.filter(({ state, requester, expiresAt, checked, rule, kind }) => {
    if (verb === 'cancel')
      return (
        state === 'pending' &&
        server.clock.now() < expiresAt &&
        (requester === id || holds(manager))
      );
    const now = rules.settings.approval[kind === 'payments' ? 'payments' : 'others'];
    const isSecond = rule === 'second' || now === 'second';
    const isOwn = isSecond && requester === id;
    return state === 'unknown' && checked === null && holds([...manager, ...approver]) && !isOwn;
  });
}

function repeatable(model: Model): Change[] {
  const ends = ['declined', 'unsent', 'cancelled', 'expired', 'drifted'];
  return model.stored.changes.filter(
    ({ state, checked, touches }) =>
      (ends.includes(state) || (state === 'unknown' && checked !== null)) && isFree(model, touches),
  );
}

function isFree({ stored }: Model, touches: string): boolean {
  const open = ['pending', 'sending', 'unknown'];
  return !stored.changes.some((each) => each.touches === touches && open.includes(each.state));
}

function nth<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % Math.max(1, items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function newest({ stored }: Model, index: number): Change {
  return nth(stored.changes.toReversed(), index);
}

function often(times: number, steps: Arbitrary<Step>): Arbitrary<Step>[] {
  return Array.from({ length: times }, () => steps);
}

export const steps: Arbitrary<Step>[] = [
  ...often(6, asks(true)),
  asks(false),
  ...often(6, confirms),
  ...often(2, triesToConfirm),
  ...often(3, together),
  decides('cancel', true),
  decides('cancel', false),
  ...often(2, decides('check', true)),
  decides('check', false),
  ...often(2, asksAgain),
  freezes(true),
  ...often(4, freezes(false)),
  ...often(3, sets),
  decidesWeakerRule('loosen'),
  decidesWeakerRule('withdraw'),
  replacesKey,
  ...often(2, passes),
  ...often(3, sweeps),
  ...often(2, delivers),
  elsewhere,
  ...often(2, overtakes),
  answersLate,
];
