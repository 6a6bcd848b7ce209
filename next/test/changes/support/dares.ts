import { constantFrom, nat, tuple } from 'fast-check';
import type { Change } from '../../../src/changes/change.js';
import { attempt, confirmable, nth, step, WHO, type Model, type Who } from './model.js';
import { connectNext, passTime, set, setFrozen } from './around.js';
import { confirm, endsOf, PEOPLE } from './server.js';

const SECOND = 1_000;

interface Dared {
  readonly model: Model;
  /** It could be confirmed by each of `people`. */
  readonly change: Change;
  readonly people: readonly Who[];
  readonly confirm: (by: Who, typed?: readonly string[]) => Promise<unknown>;
}

/** One condition each that forbids to send a change which could have been sent a moment before. */
const DARES: Readonly<Record<string, (dared: Dared) => Promise<unknown>>> = {
  'confirm without a role': ({ confirm }) => confirm('vera'),
  'confirm after losing the role': async ({ model, confirm, people }) => {
    await set(model.server, { what: 'no roles', by: 'adam', at: 0 });
    for (const by of people.filter((name) => PEOPLE[name].permissions === 0n)) await confirm(by);
    await set(model.server, { what: 'all roles', by: 'adam', at: 0 });
  },
  'confirm their own under two': async ({ model, change, confirm }) => {
    const what = change.kind === 'payments' ? 'payments by two' : 'others by two';
    await set(model.server, { what, by: 'adam', at: 1 });
    await confirm(requesterOf(change));
  },
  'confirm their own that was asked for under two': async (dared) => {
    const { model, change, confirm } = dared;
    if (change.rule === 'self') return;
    const kind = change.kind === 'payments' ? 'payments' : 'others';
    await loosen(model, { what: `${kind} by one`, by: 'adam', confirmer: 'anna' });
    await confirm(requesterOf(change));
  },
  'lift the rule alone': async ({ model, change, confirm }) => {
    const kind = change.kind === 'payments' ? 'payments' : 'others';
    await set(model.server, { what: `${kind} by two`, by: 'anna', at: 0 });
    await loosen(model, { what: `${kind} by one`, by: 'adam', confirmer: 'adam' });
    await confirm(requesterOf(change));
  },
  'confirm with other characters': async ({ change, confirm, people }) => {
    const typed = endsOf(change);
    if (typed.length > 0) await confirm(nth(people, 0), [...typed.slice(1), 'abcdef']);
  },
  'confirm at its end': async ({ model, change, confirm, people }) => {
    await passTime(model.server, change.expiresAt - model.server.clock.now());
    await confirm(nth(people, 0));
  },
  'confirm while frozen': async ({ model, confirm, people }) => {
    await setFrozen(model.server, { by: 'adam', at: 0, isFreeze: true });
    await confirm(nth(people, 0));
    await setFrozen(model.server, { by: 'anna', at: 1, isFreeze: false });
  },
  'confirm under another key': async ({ model, confirm, people }) => {
    await connectNext(model.server, model.stored.rules.keys);
    model.server.clock.time += 6 * SECOND;
    await confirm(nth(people, 0));
  },
  'confirm what was overtaken': async ({ model, change, confirm, people }) => {
    const { workspace } = model.server;
    const before = workspace.thing(change.touches);
    for (let to = 0; to < 3 && workspace.thing(change.touches) === before; to++)
      workspace.elsewhere(change.touches, to);
    await confirm(nth(people, 0));
  },
  'confirm what was cancelled': async ({ model, change, confirm, people }) => {
    const { guildId, processes } = model.server;
    const canceller = { guildId, member: PEOPLE[requesterOf(change)] };
    await processes[1].changes.cancel(canceller, change.number);
    await confirm(nth(people, 0));
  },
};

export const dares = tuple(constantFrom(...Object.keys(DARES)), nat(5)).map(([what, index]) =>
  step({
    name: `dare to ${what}, the ${index}th`,
    can: (model) => confirmable(model).length > 0,
    async run(model) {
      const { sent } = model.server.workspace;
      const before = sent.length;
      const { change, people } = nth(confirmable(model), index);
      const { number } = change;
      await DARES[what]?.({
        model,
        change,
        people,
        confirm: (by, typed = endsOf(change)) => {
          const confirmed = { member: PEOPLE[by], number, typed: [...typed] };
          const run = () => confirm(model.server, model.server.processes[0], confirmed);
          return attempt(model, { name: 'dared', run });
        },
      });
      if (sent.length > before) throw new Error(`sent, though it dared to ${what}`);
    },
  }),
);

/** Somebody weakens a rule and somebody confirms that. */
async function loosen(
  model: Model,
  { what, by, confirmer }: { readonly what: string; readonly by: Who; readonly confirmer: Who },
): Promise<void> {
  const { server } = model;
  const { guildId, clock } = server;
  const [{ guilds }] = server.processes;
  const run = async () => {
    await set(server, { what, by, at: 0 });
    await guilds.confirmLoosening(guildId, PEOPLE[confirmer], clock.now());
  };
  await attempt(model, { name: 'loosening', run });
}

function requesterOf({ requester }: Change): Who {
  return nth(
    WHO.filter((name) => PEOPLE[name].id === requester),
    0,
  );
}
