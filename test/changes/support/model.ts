import type { AsyncCommand } from 'fast-check';
import type { Change } from '../../../src/changes/change.js';
import { UserError } from '../../../src/errors.js';
import { PoolError } from '../../../src/pool/pool-error.js';
import { checkPromises, type Stored } from './promises.js';
import { PEOPLE, type Server } from './server.js';

export const WHO = ['adam', 'anna', 'marek', 'mina', 'sofia', 'vera'] as const;
export type Who = (typeof WHO)[number];

export interface Model {
  readonly server: Server;
  stored: Stored;
  /** Confirmations whose request hangs, oldest first. */
  readonly late: Promise<unknown>[];
  /** Over all histories: how often each step was accepted and refused. */
  readonly counts: Map<string, number>;
}

export type Step = AsyncCommand<Model, Model>;
export interface Act {
  readonly name: string;
  /** Whether it can be expected to be accepted. Default: always. */
  readonly can?: (model: Model) => boolean;
  /** @throws UserError, PoolError where it is refused */
  readonly run: (model: Model) => Promise<void>;
  /** It is accepted whenever `can` says so. */
  readonly isSure?: boolean;
  /** Who tries to decide a change: a refusal is in the trail. */
  readonly by?: Who;
}

export function step({ name, can = () => true, run, isSure = false, by }: Act): Step {
  return {
    check: can,
    toString: () => name,
    async run(model) {
      model.server.workspace.fillCache();
      const refusal = await attempt(model, { name, run });
      if (isSure && refusal) throw new Error(`refused: ${name}`, { cause: refusal });
      const { length } = model.stored.entries;
      model.stored = await checkPromises(model.server, model.stored);
      const [entry] = model.stored.entries.slice(length);
      // Reading the pool can fail before anything is decided.
      const isDecided = refusal instanceof UserError && !refusal.title.startsWith('No ');
      if (by && isDecided && (entry?.step !== 'refused' || entry.actor !== PEOPLE[by].id))
        throw new Error(`no trace of what was refused: ${name}`, { cause: refusal });
    },
  };
}

/** Null if it was accepted. */
export async function attempt(model: Model, { name, run }: Pick<Act, 'name' | 'run'>) {
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

const ENDED = new Set(['declined', 'unsent', 'cancelled', 'expired', 'drifted']);
const MAY_BE_OPEN = new Set(['pending', 'sending', 'unknown']);

/** Open changes with who may confirm them now, as the trail has the rules. */
export function confirmable({ stored, server }: Model) {
  const { rules, changes } = stored;
  const { settings, isFrozen, keys } = rules;
  const confirmers = new Set([...settings.roles.manager, ...settings.roles.approver]);
  return changes.flatMap((change) => {
    const { state, expiresAt, keyVersion, kind, rule } = change;
    const isOpen = state === 'pending' && server.clock.now() < expiresAt;
    if (!isOpen || isFrozen || keyVersion !== keys) return [];
    const now = settings.approval[kind === 'payments' ? 'payments' : 'others'];
    const isSecond = rule === 'second' || now === 'second';
    const people = WHO.filter((name) => {
      const { id, permissions, roleIds } = PEOPLE[name];
      const may = permissions > 0n || roleIds.some((role) => confirmers.has(role));
      return may && !(isSecond && hasRequested(change, id));
    });
    return [{ change, people }];
  });
}

/** Those that wait to be cancelled, or unknown ones to be checked. */
export function decidable({ stored }: Model, verb: 'cancel' | 'check'): Change[] {
  return stored.changes.filter(({ state, checked }) =>
    verb === 'cancel' ? state === 'pending' : state === 'unknown' && checked === null,
  );
}

export function repeatable(model: Model): Change[] {
  return model.stored.changes.filter(
    ({ state, checked, touches }) =>
      (ENDED.has(state) || (state === 'unknown' && checked !== null)) && isFree(model, touches),
  );
}

export function isFree({ stored }: Model, touches: string): boolean {
  return !stored.changes.some((each) => each.touches === touches && MAY_BE_OPEN.has(each.state));
}

export function nth<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % Math.max(1, items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

export function newest({ stored }: Model, index: number): Change {
  return nth(stored.changes.toReversed(), index);
}

function hasRequested({ requester, earlierRequesters }: Change, id: string): boolean {
  return [requester, ...earlierRequesters].includes(id);
}
