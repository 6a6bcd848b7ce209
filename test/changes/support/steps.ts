import { boolean, constantFrom, nat, oneof, tuple, type Arbitrary } from 'fast-check';
import type { Change } from '../../../src/changes/change.js';
import type { Request } from '../../../src/changes/propose.js';
import type { Member } from '../../../src/discord/command.js';
import { around, connectNext, set, setFrozen } from './around.js';
import {
  attempt,
  confirmable,
  decidable,
  isFree,
  newest,
  nth,
  repeatable,
  step,
  WHO,
  type Model,
  type Step,
  type Who,
} from './model.js';
import { ask, confirm, endsOf, PEOPLE, type Server } from './server.js';
import { ADDRESSES, SITES, turn, type Answer } from './workspace.js';

const SECOND = 1_000;

const who = constantFrom(...WHO);
const manager = constantFrom<Who>('adam', 'marek', 'mina');
const pick = nat(5);
const processAt = constantFrom<0 | 1>(0, 1);

const move = (name: string, at: number): Asked => {
  const site = SITES[at % SITES.length] ?? SITES[0];
  const touches = `subaccount:${name}`;
  return { kind: 'move', input: { name, site }, touches, siteId: site.id };
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

interface Asked extends Pick<Request, 'kind' | 'input'> {
  readonly touches: string;
  readonly siteId?: string;
}

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
      can: (model) => !isSensible || (isFree(model, what.touches) && isNews(model, what)),
      run: ({ server }) => request(server, { what, member: PEOPLE[by], at }),
    }),
  );

/** Whether the pool lists something else. */
function isNews({ server: { workspace } }: Model, { kind, touches, siteId }: Asked): boolean {
  const listed = workspace.thing(touches);
  if (kind === 'payments') return true;
  return kind === 'create' ? listed === 'null' : !listed.includes(`"id":"${siteId}"`);
}

async function request(
  server: Server,
  { what, member, at }: { readonly what: Asked; readonly member: Member; readonly at: 0 | 1 },
): Promise<void> {
  const { touches, kind, input } = what;
  const asked = { member, touches, request: { kind, input, reason: 'because' } };
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
      const typed = endsOf(change);
      const { number } = change;
      const confirming = confirm(model.server, processes[at], { member, number, typed });
      const isHanging = workspace.nextHang().then(() => true);
      if (await Promise.race([isHanging, confirming.then(() => false)]))
        model.late.push(confirming);
      workspace.answer = 'accept';
    },
  }),
);

/** By anybody, whatever is typed, whatever the change's state. */
const triesToConfirm = tuple(pick, who, boolean(), processAt).map(([index, by, isRight, at]) =>
  step({
    name: `try to confirm the ${index}th by ${by}${isRight ? '' : ' with other characters'}`,
    can: ({ stored }) => stored.changes.length > 0,
    by,
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

const decides = (verb: 'cancel' | 'check') =>
  tuple(pick, who, processAt).map(([index, by, at]) =>
    step({
      name: `${verb} the ${index}th by ${by}`,
      can: (model) => decidable(model, verb).length > 0,
      by,
      async run(model) {
        const { guildId, processes } = model.server;
        const { changes } = processes[at];
        const { number } = nth(decidable(model, verb), index);
        const decider = { guildId, member: PEOPLE[by] };
        if (verb === 'cancel') await changes.cancel(decider, { number });
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

/** What else happens while two people confirm the same change in two processes. */
const MEANWHILE: Readonly<Record<string, (model: Model, change: Change) => Promise<unknown>>> = {
  'nothing else': async () => {},
  cancel: ({ server: { guildId, processes } }, { number }) =>
    processes[0].changes.cancel({ guildId, member: PEOPLE.adam }, { number }),
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

/** Mostly what is accepted: histories of refusals prove little. */
export const steps: Arbitrary<Step> = oneof(
  { weight: 10, arbitrary: asks(true) },
  { weight: 2, arbitrary: asks(false) },
  { weight: 10, arbitrary: confirms },
  { weight: 6, arbitrary: triesToConfirm },
  { weight: 4, arbitrary: together },
  { weight: 2, arbitrary: decides('cancel') },
  { weight: 6, arbitrary: decides('check') },
  { weight: 4, arbitrary: asksAgain },
  { weight: 25, arbitrary: around },
);
