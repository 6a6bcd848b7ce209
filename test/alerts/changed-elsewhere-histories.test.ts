import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertEvent } from '../../src/alerts/alert.js';
import { inFours } from '../../src/cards/addresses.js';
import type { Change } from '../../src/changes/change.js';
import { MINUTE, openWorlds, paymentsInput } from './support/elsewhere-world.js';
import type { Lists, Settings, World, Worlds } from './support/elsewhere-world.js';

/**
 * Random histories of payment settings that Pitboss and others change at the same time: approvals
 * that come later, answers that nobody got, servers of the pool that lag, looks that fail or are
 * lost in a crash. Others change those of `alpha` alone; `beta` is ours.
 */
const FOR_MS = Number(process.env['ELSEWHERE_MS'] ?? 8_000);

const foreign = ['foreign-1aaaaaaaaaaa', 'foreign-2bbbbbbbbbbb', 'foreign-3cccccccccccc'];
const known = ['ours-1dddddddddddddd', 'ours-2eeeeeeeeeeeeee', 'ours-3ffffffffffffff'];

const what = fc.constantFrom('add', 'add', 'remove', 'share', 'schedule');
const edit = { what, nth: fc.nat(2) };
const ours = fc.record({
  do: fc.constant('ours' as const),
  ...edit,
  hall: fc.constantFrom('alpha', 'beta'),
  state: fc.constantFrom('reported', 'reported', 'unknown', 'declined'),
  /** An unknown one may have come to nothing. */
  isLost: fc.boolean(),
  /** Until it is approved. */
  minutes: fc.constantFrom(0, 0, 0, 3, 25),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('theirs' as const), ...edit }) },
  { weight: 4, arbitrary: ours },
  fc.record({ do: fc.constantFrom('lag' as const, 'wait' as const), minutes: fc.nat(14) }),
  fc.record({
    do: fc.constantFrom('fail' as const, 'crash' as const, 'blind' as const),
    times: fc.integer({ min: 1, max: 3 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Ours = Extract<Step, { do: 'ours' }>;
const seconds = fc.integer({ min: 1, max: 100 });
const history = fc.array(fc.tuple(step, seconds), { minLength: 1, maxLength: 14 });

let worlds: Worlds;
let toldInAll = 0;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

test(
  'a foreign address is told at the second look, our own changes never, nothing twice',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const run = createRun(worlds.world(start()));
        await run.pass(5 * MINUTE);
        for (const [each, seconds] of steps) {
          await run.take(each);
          await run.pass(seconds * 1_000);
        }
        await run.pass(16 * MINUTE);
      }),
      { numRuns: 100_000, interruptAfterTimeLimit: FOR_MS },
    );
    expect(toldInAll).toBeGreaterThan(0);
  },
  FOR_MS + 60_000,
);

function createRun(server: World) {
  const { world, time } = server;
  /** What the pool had, oldest first; its servers show one of them, and never an earlier one again. */
  const past: { at: number; lists: Lists }[] = [];
  let shown = 0;
  let lagMs = 0;
  const troubles = { fail: 0, crash: 0, blind: 0 };
  let nextLook = time.now + MINUTE;
  const waiting: { at: number; apply: () => void }[] = [];
  const sent: { change: Change; nextRead: number }[] = [];
  /** Foreign addresses that people were told of. */
  const told = new Set<string>();
  let before: ReadonlySet<string> = new Set();
  /** When a look found an address of which people were not told. */
  let newAddressAt = -Infinity;
  keep();

  function keep(): void {
    past.push({ at: time.now, lists: structuredClone(world.lists) });
  }

  async function look(): Promise<void> {
    while ((past[shown + 1]?.at ?? Infinity) <= time.now - lagMs) shown++;
    const listed = past[shown]?.lists ?? world.lists;
    world.lagging = listed;
    world.fault = takeFrom('fail') ? 'down' : null;
    const isLost = takeFrom('crash');
    const events = await server.look({ isLost });
    for (const event of events) check(event);
    if (world.fault !== null || isLost) return;
    const now = new Set(settingsIn(listed, 'alpha').addresses?.map(({ address }) => address));
    for (const address of foreign) {
      const isConfirmed = now.has(address) === before.has(address);
      if (isConfirmed) expect(told.has(address), address).toBe(now.has(address));
    }
    before = now;
    if (events.length > 0) newAddressAt = -Infinity;
    if (foreign.every((address) => told.has(address) || !now.has(address))) return;
    expect(time.now - newAddressAt).toBeGreaterThanOrEqual(10 * MINUTE);
    newAddressAt = time.now;
  }

  function check({ what: of, title, lines }: AlertEvent): void {
    expect(of, title).not.toContain('beta');
    for (const address of foreign) {
      const line = lines[lines.findIndex((each) => each.includes(inFours(address))) - 1] ?? '';
      if (line.includes('NEW')) {
        expect(told.has(address), line).toBe(false);
        told.add(address);
        toldInAll++;
      } else if (line.includes('REMOVED')) expect(told.delete(address), line).toBe(true);
    }
  }

  function takeFrom(trouble: keyof typeof troubles): boolean {
    return troubles[trouble] > 0 && troubles[trouble]-- > 0;
  }

  async function second(): Promise<void> {
    for (const due of waiting.filter(({ at }) => at <= time.now)) {
      waiting.splice(waiting.indexOf(due), 1);
      due.apply();
      keep();
    }
    for (const due of sent.filter(({ nextRead }) => nextRead <= time.now)) {
      due.nextRead = time.now + MINUTE;
      if (!takeFrom('blind') && (await server.readBack(due.change)))
        sent.splice(sent.indexOf(due), 1);
    }
    if (time.now < nextLook) return;
    nextLook += MINUTE;
    await look();
  }

  async function askFor({ hall, what, nth, state, isLost, minutes }: Ours): Promise<void> {
    if (waiting.length > 0) return;
    const settings = settingsIn(world.lists, hall);
    const wanted = edited(settings, { what, nth, own: known });
    const change = await server.send('payments', paymentsInput(settings, wanted), state);
    if (state === 'declined') return;
    sent.push({ change, nextRead: time.now + 5_000 });
    if (state === 'unknown' && isLost) return;
    const apply = () => Object.assign(settings, wanted, { status: 'ACTIVE' });
    if (minutes === 0) apply();
    else {
      settings.status = 'PENDING_APPROVAL';
      waiting.push({ at: time.now + minutes * MINUTE, apply });
    }
    keep();
  }

  async function pass(ms: number): Promise<void> {
    const end = time.now + ms;
    const next = () =>
      Math.min(nextLook, ...waiting.map(({ at }) => at), ...sent.map((each) => each.nextRead));
    for (let at = next(); at <= end; at = next()) {
      time.now = Math.max(at, time.now);
      await second();
    }
    time.now = end;
  }

  return {
    pass,
    async take(each: Step): Promise<void> {
      if (each.do === 'ours') await askFor(each);
      else if (each.do === 'theirs') {
        const settings = settingsIn(world.lists, 'alpha');
        Object.assign(settings, edited(settings, { ...each, own: foreign }));
        keep();
      } else if ('times' in each) troubles[each.do] = each.times;
      else if (each.do === 'lag') lagMs = (each.minutes % 5) * MINUTE;
      else await pass(each.minutes * MINUTE);
    },
  };
}

interface Edit {
  readonly what: Ours['what'];
  readonly nth: number;
  /** Whose addresses are added, and taken away. */
  readonly own: readonly string[];
}

function edited({ addresses, frequency }: Settings, { what, nth, own }: Edit): Partial<Settings> {
  const present = structuredClone(addresses ?? []);
  const address = own[nth] ?? '';
  const others = present.filter((each) => each.address !== address);
  if (what === 'add' && others.length === present.length)
    return { addresses: [...present, { name: 'cold', address, allocation: 10 }] };
  if (what === 'remove') return { addresses: others };
  const [target] = present.slice(nth);
  if (what === 'share' && target) target.allocation += 1;
  const other = frequency === 'DAILY' ? 'MONTHLY' : 'DAILY';
  return { addresses: present, ...(what === 'schedule' && { frequency: other }) };
}

function settingsIn({ payments }: Lists, hall: string): Settings {
  const found = payments.find(({ subaccount }) => subaccount.name === hall);
  if (found === undefined) throw new Error('There are no such settings');
  return found;
}

function start(): Lists {
  const halls = ['alpha', 'beta'].map((name, index) => ({ id: index + 1, name }));
  const rest = { frequency: 'DAILY', day: 'UNSPECIFIED', status: 'ACTIVE', wallet: 1 };
  const treasury = { name: 'treasury', address: 'treasury-0123456789', allocation: 100 };
  return {
    payments: halls.map((subaccount) => ({ subaccount, ...rest, addresses: [{ ...treasury }] })),
    subaccounts: halls.map((hall) => ({ ...hall, site: { id: 'n', name: 'north' } })),
  };
}
