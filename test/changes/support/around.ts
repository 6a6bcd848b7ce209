import { boolean, constant, constantFrom, nat, oneof, tuple, type Arbitrary } from 'fast-check';
import type { GuildSettings } from '../../../src/guilds/settings.js';
import { confirmable, nth, type Act, type Who } from './model.js';
import { checkCards, checkPromises } from './promises.js';
import { APPROVER, deliver, MANAGER, PEOPLE, type Server } from './server.js';

const SECOND = 1_000;

const admin = constantFrom<Who>('adam', 'anna');
export const pick = nat(5);
export const processAt = constantFrom<0 | 1>(0, 1);

const freezes = (isFreeze: boolean) =>
  tuple(admin, processAt).map(([by, at]): Act => ({
    name: `${isFreeze ? 'freeze' : 'unfreeze'} by ${by}`,
    can: ({ stored }) => stored.rules.isFrozen !== isFreeze,
    isSure: true,
    async run({ server: { processes, guildId } }) {
      const { changes } = processes[at];
      const decider = { guildId, member: PEOPLE[by] };
      await (isFreeze ? changes.freeze(decider, 'why') : changes.unfreeze(decider, 'why'));
    },
  }));

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

const sets = tuple(constantFrom(...Object.entries(SETTINGS)), admin, processAt).map(
  ([[what, change], by, at]): Act => ({
    name: `set ${what} by ${by}`,
    async run({ server: { processes, guildId } }) {
      await processes[at].guilds.configure(guildId, PEOPLE[by], change);
    },
  }),
);

const decidesWeakerRule = (decision: 'confirm' | 'withdraw') =>
  tuple(admin, processAt).map(([by, index]): Act => ({
    name: `${decision} the weaker rule by ${by}`,
    can: ({ stored }) => stored.rules.weaker !== null,
    async run({ server: { processes, guildId }, stored }) {
      const at = stored.entries.findLast((entry) => entry.step === 'loosening')?.at ?? 0;
      await processes[index].guilds.decideLoosening(guildId, PEOPLE[by], { at, decision });
    },
  }));

/** Another process hears of it within five seconds; until then it refuses to ask and to send. */
const replacesKey = constant<Act>({
  name: 'key replaced',
  isSure: true,
  async run({ server, stored: { rules } }) {
    await connectNext(server, rules.keys);
    server.clock.time += 6 * SECOND;
  },
});

export async function connectNext({ processes, guildId }: Server, keys: number): Promise<void> {
  const key = `lpk_test_${String(keys).padStart(4, '0')}`;
  await processes[0].guilds.connect(guildId, PEOPLE.adam, key);
}

const passes = constantFrom(1, 6, 6, 6, 40, 360, 960, 90_000).map((seconds): Act => ({
  name: `pass ${seconds} s`,
  isSure: true,
  async run({ server: { clock, processes } }) {
    // What waits to be posted is given up after a day.
    if (seconds > 3_600) await deliver(processes[0]);
    clock.time += seconds * SECOND;
  },
}));

const sweeps = tuple(constantFrom(0, 6, 40), boolean(), processAt).map(
  ([seconds, isFailing, at]): Act => ({
    name: `sweep after ${seconds} s${isFailing ? ', the pool fails' : ''}`,
    isSure: true,
    async run({ server: { processes, workspace, clock } }) {
      const { changes, guilds } = processes[at];
      clock.time += seconds * SECOND;
      if (isFailing) workspace.readsUntilFailure = 0;
      await changes.sweep();
      workspace.readsUntilFailure = Infinity;
      await guilds.settleLoosenings();
    },
  }),
);

const delivers = constant<Act>({
  name: 'deliver',
  isSure: true,
  async run({ server, stored }) {
    await deliver(server.processes[0]);
    await checkCards(server, await checkPromises(server, stored));
  },
});

const THINGS = [
  'subaccount:hall-1',
  'subaccount:hall-2',
  'subaccount:hall-3',
  'payments:BTC:hall-1',
  'payments:BTC:hall-2',
];

const elsewhere = tuple(constantFrom(...THINGS), pick).map(([touches, pick]): Act => ({
  name: `elsewhere ${touches} changes`,
  isSure: true,
  run: async ({ server: { workspace } }) => workspace.elsewhere(touches, pick),
}));

const overtakes = tuple(pick, pick).map(([index, pick]): Act => ({
  name: `overtake the ${index}th`,
  can: (model) => confirmable(model).length > 0,
  isSure: true,
  async run(model) {
    const { workspace } = model.server;
    workspace.elsewhere(nth(confirmable(model), index).change.touches, pick);
  },
}));

const answersLate = constant<Act>({
  name: 'late answer',
  can: ({ late }) => late.length > 0,
  isSure: true,
  async run({ server: { workspace }, late }) {
    workspace.release();
    await late.shift();
  },
});

/** What may happen at any moment of a confirmation. */
export const meanwhile: Arbitrary<Act> = oneof(
  { weight: 3, arbitrary: freezes(true) },
  { weight: 3, arbitrary: sets },
  { weight: 2, arbitrary: overtakes },
  { weight: 1, arbitrary: replacesKey },
  { weight: 1, arbitrary: sweeps },
);

/** What happens around the changes of a server. */
export const around: Arbitrary<Act> = oneof(
  { weight: 1, arbitrary: freezes(true) },
  { weight: 6, arbitrary: freezes(false) },
  { weight: 5, arbitrary: sets },
  { weight: 2, arbitrary: decidesWeakerRule('confirm') },
  { weight: 1, arbitrary: decidesWeakerRule('withdraw') },
  { weight: 1, arbitrary: replacesKey },
  { weight: 4, arbitrary: passes },
  { weight: 6, arbitrary: sweeps },
  { weight: 3, arbitrary: delivers },
  { weight: 2, arbitrary: elsewhere },
  { weight: 4, arbitrary: overtakes },
  { weight: 3, arbitrary: answersLate },
);
