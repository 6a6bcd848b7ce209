import { boolean, constantFrom, nat, oneof, tuple, type Arbitrary } from 'fast-check';
import { hashOf, type Change } from '../../../src/changes/change.js';
import type { Request } from '../../../src/changes/propose.js';
import { around, meanwhile, pick, processAt } from './around.js';
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
  type Act,
  type Model,
  type Step,
  type Who,
} from './model.js';
import { ask, confirm, endsOf, PEOPLE } from './server.js';
import { ADDRESSES, SITES, turn, type Answer } from './workspace.js';

const SECOND = 1_000;

const who = constantFrom(...WHO);
const manager = constantFrom<Who>('adam', 'marek', 'mina');

const move = (name: string, at: number): Asked => {
  const site = SITES[at % SITES.length] ?? SITES[0];
  const touches = `subaccount:${name}`;
  return { kind: 'move', input: { name, site }, touches };
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
  tuple(asked, manager, processAt).map(([what, by, at]): Act => ({
    name: `ask by ${by} for ${JSON.stringify(what)}`,
    can: (model) => !isSensible || (isFree(model, what.touches) && isNews(model, what)),
    async run({ server }) {
      const { touches, kind, input } = what;
      const request = { kind, input, reason: 'because' };
      await ask(server, server.processes[at], { member: PEOPLE[by], touches, request });
    },
  }));

function isNews({ server: { workspace } }: Model, { kind, touches }: Asked): boolean {
  return kind !== 'create' || workspace.thing(touches) === hashOf(null);
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
const confirms = tuple(pick, pick, answer, processAt).map(([index, person, answer, at]): Act => ({
  name: `confirm the ${index}th by the ${person}th who may, ${answer}`,
  can: (model) => confirmable(model).length > 0,
  isSure: true,
  async run(model) {
    const { change, people } = nth(confirmable(model), index);
    const { workspace } = model.server;
    workspace.answer = answer;
    const by = nth(people, person);
    const confirming = tryToConfirm(model, { change, by, isRight: true, at });
    const isHanging = workspace.nextHang().then(() => true);
    if (await Promise.race([isHanging, confirming.then(() => false)])) model.late.push(confirming);
    workspace.answer = 'accept';
  },
}));

/** By anybody, whatever is typed, whatever the change's state. */
const triesToConfirm = tuple(pick, who, boolean(), processAt).map(
  ([index, by, isRight, at]): Act => ({
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
  tuple(pick, who, processAt).map(([index, by, at]): Act => ({
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
  }));

const asksAgain = tuple(pick, manager, processAt).map(([index, by, at]): Act => ({
  name: `again the ${index}th by ${by}`,
  can: (model) => repeatable(model).length > 0,
  async run(model) {
    const change = nth(repeatable(model), index);
    const asked = { member: PEOPLE[by], request: change, touches: change.touches };
    await ask(model.server, model.server.processes[at], asked);
  },
}));

/** Two people confirm the same change in two processes, while something else happens. */
const together = tuple(
  oneof({ weight: 3, arbitrary: meanwhile }, decides('cancel'), asks(false)),
  tuple(pick, pick),
  // Most of what can go wrong does so in the first turns, while the pool is read.
  tuple(oneof(nat(2), nat(8)), nat(4)),
).map(([other, people, [turns, head]]): Act => ({
  name: `together: two confirm, the second ${head} behind; after ${turns}: ${other.name}`,
  can: (model) => confirmable(model).length > 0 && other.can?.(model) !== false,
  async run(model) {
    const { change, people: may } = nth(confirmable(model), people[0]);
    const click = (at: 0 | 1) => {
      const by = nth(may, people[at]);
      return { name: 'click', run: () => tryToConfirm(model, { change, by, isRight: true, at }) };
    };
    await Promise.all([
      attempt(model, click(0)),
      later(head, () => attempt(model, click(1))),
      later(turns, () => attempt(model, other)),
    ]);
    model.server.clock.time += 6 * SECOND;
  },
}));

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
  { weight: 8, arbitrary: together },
  { weight: 2, arbitrary: decides('cancel') },
  { weight: 6, arbitrary: decides('check') },
  { weight: 4, arbitrary: asksAgain },
  { weight: 25, arbitrary: around },
).map(step);
