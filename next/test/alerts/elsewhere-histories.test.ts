import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ElsewhereEvent } from '../../src/alerts/alert.js';
import type { Change, KindName } from '../../src/changes/change.js';
import { inFours } from '../../src/cards/addresses.js';
import {
  MINUTE,
  openWorlds,
  paymentsInput,
  type Address,
  type Lists,
  type Settings,
  type World,
} from './support/elsewhere-world.js';

/**
 * Random histories of a workspace that Pitboss and others change at the same time: approvals that
 * come later, answers that nobody got, servers of the pool that lag, looks that fail or are lost in
 * a crash. Others change `alpha` alone; `beta` is ours.
 */
const FOR_MS = Number(process.env['ELSEWHERE_MS'] ?? 8_000);
const SECOND = 1_000;

const foreign = ['foreign-1aaaaaaaaaaa', 'foreign-2bbbbbbbbbbb', 'foreign-3cccccccccccc'];
const known = ['ours-1dddddddddddddd', 'ours-2eeeeeeeeeeeeee', 'ours-3ffffffffffffff'];
const SITES = ['north', 'south', 'east'].map((name) => ({ id: name, name }));

const what = fc.constantFrom('add', 'add', 'remove', 'share', 'schedule', 'move');
const nth = fc.nat(2);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('theirs' as const), what, nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ours' as const),
      hall: fc.constantFrom('alpha', 'beta'),
      what,
      nth,
      fate: fc.constantFrom('reported', 'reported', 'unknown', 'declined', 'lost'),
      /** Until it is approved. */
      minutes: fc.constantFrom(0, 0, 0, 3, 25),
    }),
  },
  fc.record({ do: fc.constant('lag' as const), minutes: fc.nat(4) }),
  fc.record({
    do: fc.constantFrom('fail', 'crash', 'blind'),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 14 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Ours = Extract<Step, { do: 'ours' }>;
const history = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 100 })), {
  minLength: 1,
  maxLength: 14,
});

let worlds: Awaited<ReturnType<typeof openWorlds>>;
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
          await run.pass(seconds * SECOND);
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
    const isSettled = world.fault === null && !isLost;
    const events = await server.look({ isLost });
    Object.assign(world, { lagging: null, fault: null });
    if (isLost) server.restart();
    for (const event of events) check(event);
    if (!isSettled) return;
    const addresses = settingsIn(listed, 'alpha').addresses ?? [];
    const now = new Set(addresses.map(({ address }) => address));
    for (const address of foreign) {
      const isConfirmed = now.has(address) === before.has(address);
      if (isConfirmed) expect(told.has(address), address).toBe(now.has(address));
    }
    before = now;
  }

  function check({ what: of, title, lines }: ElsewhereEvent): void {
    expect(of, title).not.toContain('beta');
    for (const address of foreign) {
      const block = lines.findIndex((line) => line.includes(inFours(address)));
      const line = lines[block - 1] ?? '';
      if (line.includes('NEW')) {
        expect(told.has(address), line).toBe(false);
        told.add(address);
        toldInAll++;
      } else if (line.includes('REMOVED')) expect(told.delete(address), line).toBe(true);
    }
  }

  function takeFrom(trouble: keyof typeof troubles): boolean {
    if (troubles[trouble] === 0) return false;
    troubles[trouble]--;
    return true;
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

  async function askFor(ours: Ours): Promise<void> {
    const { hall, what, nth, fate, minutes } = ours;
    const settings = settingsIn(world.lists, hall);
    const isMove = what === 'move';
    const wanted = edited(settings, { what, nth, own: known });
    const site = SITES[nth];
    const [kind, input]: [KindName, object] = isMove
      ? ['move', { name: hall, site }]
      : ['payments', paymentsInput(settings, wanted)];
    if (waiting.length > 0) return;
    const state = fate === 'lost' ? 'unknown' : fate;
    const isDone = fate === 'reported' || fate === 'unknown';
    const change = await server.send(kind, input, state);
    if (state !== 'declined') sent.push({ change, nextRead: time.now + 5 * SECOND });
    if (!isDone) return;
    const apply = () => {
      if (isMove) moveTo(hall, nth);
      else Object.assign(settingsIn(world.lists, hall), wanted, { status: 'ACTIVE' });
    };
    if (minutes === 0 || isMove) apply();
    else {
      settings.status = 'PENDING_APPROVAL';
      waiting.push({ at: time.now + minutes * MINUTE, apply });
    }
    keep();
  }

  function moveTo(hall: string, nth: number): void {
    const found = world.lists.subaccounts.find(({ name }) => name === hall);
    if (found) found.site = SITES[nth] ?? null;
  }

  return {
    async take(each: Step): Promise<void> {
      if (each.do === 'ours') await askFor(each);
      else if (each.do === 'theirs') {
        if (each.what === 'move') moveTo('alpha', each.nth);
        const settings = settingsIn(world.lists, 'alpha');
        Object.assign(settings, edited(settings, { ...each, own: foreign }));
        keep();
      } else if (each.do === 'lag') lagMs = each.minutes * MINUTE;
      else if (each.do === 'wait') await this.pass(each.minutes * MINUTE);
      else troubles[each.do] = each.times;
    },
    async pass(ms: number): Promise<void> {
      const end = time.now + ms;
      const next = () =>
        Math.min(nextLook, ...waiting.map(({ at }) => at), ...sent.map((each) => each.nextRead));
      for (let at = next(); at <= end; at = next()) {
        time.now = Math.max(at, time.now);
        await second();
      }
      time.now = end;
    },
  };
}

interface Edit {
  readonly what: Ours['what'];
  readonly nth: number;
  /** Whose addresses are added, and taken away. */
  readonly own: readonly string[];
}

function edited({ addresses, frequency }: Settings, { what, nth, own }: Edit) {
  const present = structuredClone(addresses ?? []);
  const address = own[nth] ?? '';
  const others = present.filter((each) => each.address !== address);
  const added: Address = { name: 'cold', address, allocation: 10 };
  if (what === 'add' && others.length === present.length) return { addresses: [...present, added] };
  if (what === 'remove') return { addresses: others };
  const [target] = present.slice(nth);
  if (what === 'share' && target) target.allocation += 1;
  const other = ['DAILY', 'MONTHLY'].find((each) => each !== frequency) ?? 'DAILY';
  return { addresses: present, ...(what === 'schedule' && { frequency: other }) };
}

function settingsIn({ payments }: Lists, hall: string): Settings {
  const found = payments['BTC']?.find(({ subaccount }) => subaccount.name === hall);
  if (found === undefined) throw new Error('There are no such settings');
  return found;
}

function start(): Lists {
  const halls = ['alpha', 'beta'].map((name, index) => ({ id: index + 1, name }));
  const rest = { frequency: 'DAILY', day: 'UNSPECIFIED', status: 'ACTIVE', wallet: 1 };
  const addresses = [{ name: 'treasury', address: 'treasury-0123456789', allocation: 100 }];
  return {
    payments: {
      BTC: halls.map((subaccount) => ({
        subaccount,
        ...rest,
        addresses: structuredClone(addresses),
      })),
    },
    subaccounts: halls.map((hall) => ({ ...hall, site: SITES[0] ?? null })),
  };
}
