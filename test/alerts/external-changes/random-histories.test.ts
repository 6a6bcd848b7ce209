import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toResult } from '../../../src/domain/errors/result.js';
import type {
  ExternalFinding,
  RecordSnapshot,
} from '../../../src/domain/changes/external-changes/external-finding.js';
import {
  CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../../changes/fakes/changes-harness.js';
import { addressOf, entriesOf, findings, KNOWN, OTHER, THIRD, watched } from './watched.js';

/**
 * Random histories of a workspace that Pitboss and others change, while looks fail, lag and are cut
 * off by restarts. After each quarter of an hour without any of that, the watch must have told what
 * others left changed, nothing that Pitboss alone did, and nothing that the pool never listed.
 * Others who do what Pitboss asked for, and nobody has seen happen yet, can't be told from the pool.
 */

const MINUTE = 60_000;
const RUNS = Number(process.env['ELSEWHERE_RUNS'] ?? 60);
const ADDRESSES = [KNOWN, OTHER, THIRD] as const;
const SITES = ['site-a', 'site-b', 'site-c'] as const;
/** The last isn't there until somebody creates it. */
const NAMES = ['main', 'spare', 'fresh'] as const;

const name = fc.constantFrom(...NAMES);
const which = fc.nat(2);
const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('other-moves', 'pitboss-moves', 'other-pays', 'pitboss-pays'),
    name,
    which,
  }),
  fc.record({ do: fc.constant('wallet' as const), name, which }),
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({ do: fc.constantFrom('lag', 'unreadable'), minutes: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 8 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Edit = Extract<Step, { name: string }>;
const period = fc.record({
  /** How long after its request an effect of Pitboss's shows, in minutes. */
  approvedAfter: fc.constantFrom(0, 0, 4, 30),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

test(
  'what others left changed is told, and what Pitboss alone did is not',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(period, { minLength: 1, maxLength: 5 }), async (periods) => {
        const history = await createHistory();
        for (const { steps, approvedAfter } of periods) {
          history.beginPeriod(approvedAfter);
          for (const each of steps) await history.take(each);
          await history.settle();
          await history.check();
        }
      }),
      { numRuns: RUNS },
    );
  },
);

/** Everything that people set: what each subaccount's site and payment settings are. */
type Lists = { sites: Map<string, string>; payments: ChangesHarness['workspace']['payments'] };

/** A change that Pitboss sent: of which record, and to which site or address. */
interface OwnChange {
  readonly id: string;
  readonly record: string;
  readonly wanted: string;
}

async function createHistory() {
  const world = createChangesHarness();
  const { workspace } = world;
  workspace.payments.set('BTC spare', {
    payment_frequency: 'DAILY',
    day_of_week: 'UNSPECIFIED',
    status: 'ACTIVE',
    balance: 1,
    addresses: [addressOf(KNOWN)],
  });
  workspace.idOf.set('fresh', '777');
  let { look } = await watched(world);
  let changes = world.changes;
  const past: Lists[] = [];
  let lag = 0;
  let unreadable = 0;
  let approvedAfter = 0;
  /** Effects of Pitboss's changes that wait for an approval. */
  const coming: { at: number; effect: () => void }[] = [];
  /** By record: who set something in this period, the last one last. */
  let setBy = new Map<string, ('other' | 'pitboss')[]>();
  /** What Pitboss sent and nobody had seen happen by the end of the previous period. */
  let unseen: OwnChange[] = [];
  /** What it sent in this period. */
  let sent: OwnChange[] = [];
  let told = 0;
  let settled = values(snapshot());

  function snapshot(): Lists {
    return { sites: new Map(workspace.siteOf), payments: structuredClone(workspace.payments) };
  }
  function show({ sites, payments }: Lists) {
    workspace.siteOf.clear();
    workspace.payments.clear();
    for (const [key, value] of sites) workspace.siteOf.set(key, value);
    for (const [key, value] of payments) workspace.payments.set(key, structuredClone(value));
  }
  function noteSet(record: string, by: 'other' | 'pitboss') {
    setBy.set(record, [...(setBy.get(record) ?? []), by]);
  }

  /** A turn, and a second one soon if the first asked for it. */
  async function minute(): Promise<void> {
    for (const each of coming.filter(({ at }) => at <= world.clock.time)) {
      each.effect();
      coming.splice(coming.indexOf(each), 1);
    }
    await changes.reconcile();
    past.push(snapshot());
    world.pass(45_000);
    const again = await turn();
    world.pass(15_000);
    // A server that is behind never answers two looks in a row.
    if (again) await (await look()).noted?.();
  }

  async function turn(): Promise<boolean> {
    if (unreadable > 0) {
      unreadable--;
      workspace.faults.readsFail = true;
      await toResult(look());
      workspace.faults.readsFail = false;
      return false;
    }
    const now = snapshot();
    const [lagging] = past.slice(-3);
    const lags = lag > 0 && lagging !== undefined;
    if (lags) {
      lag--;
      show(lagging);
    }
    const looked = await look();
    if (lags) show(now);
    await looked.noted?.();
    return looked.again;
  }

  /** Asked for, confirmed and sent: its id. Null if there was nothing to ask for. */
  async function sendChange(kind: string, input: object, typed?: string): Promise<string | null> {
    workspace.appliesAtOnce = approvedAfter === 0;
    const asking = { guildId: GUILD, channelId: CHANNEL, reason: 'why', kind, input };
    const asked = await toResult(changes.propose({ ...asking, member: PEOPLE.manager }));
    if (!asked.ok) return null;
    const click = world.click(asked.value, PEOPLE.second);
    const confirmed = await toResult(pressOn(changes).confirm(click, typed));
    return confirmed.ok && confirmed.value.sent !== undefined ? asked.value.id : null;
  }

  function takesEffect(effect: () => void): void {
    if (approvedAfter === 0) effect();
    else coming.push({ at: world.clock.time + approvedAfter * MINUTE, effect });
  }

  async function edit({ do: what, name: subaccount, which: nth }: Edit): Promise<void> {
    const [site, address] = [SITES[nth] ?? 'site-a', ADDRESSES[nth] ?? KNOWN];
    const record = `${what.endsWith('moves') ? 'subaccount' : 'payments'} ${subaccount}`;
    const before = values(snapshot()).get(record);
    const set = (change: Record<string, unknown>) => {
      const payments = workspace.payments.get(`BTC ${subaccount}`);
      if (payments) Object.assign(payments, change);
    };
    if (what === 'other-moves') workspace.siteOf.set(subaccount, site);
    if (what === 'other-pays') set({ addresses: [addressOf(address)] });
    if (what === 'wallet') set({ wallet_id: nth });
    if (!what.startsWith('pitboss')) {
      if (values(snapshot()).get(record) !== before) noteSet(record, 'other');
      return;
    }
    const shown = snapshot();
    if (what === 'pitboss-moves') {
      const input = { name: subaccount, site: { id: site, name: `Site ${site}` } };
      const id = await sendChange('subaccount-move', input);
      if (id === null) return;
      sent.push({ id, record, wanted: site });
      takesEffect(() => void workspace.siteOf.set(subaccount, site));
    } else {
      const addresses = [
        { address_name: 'cold', external_address: address, revenue_allocation: 100 },
      ];
      const settings = { payment_frequency: 'DAILY', day_of_week: 'UNSPECIFIED', addresses };
      const input = { currency: 'BTC', subaccount, settings };
      const id = await sendChange('payment-settings', input, address.slice(-6));
      if (id === null) return;
      sent.push({ id, record, wanted: address });
      // The fake forgets the wallet.
      show(shown);
      takesEffect(() => set({ addresses: [addressOf(address)] }));
    }
    noteSet(record, 'pitboss');
  }

  async function take(each: Step): Promise<void> {
    if ('name' in each) await edit(each);
    else if (each.do === 'wait') for (let at = 0; at < each.minutes; at++) await minute();
    else if (each.do === 'lag') lag = each.minutes;
    else if (each.do === 'unreadable') unreadable = each.minutes;
    else {
      changes = world.start();
      ({ look } = await watched(world, changes));
    }
  }

  for (let at = 0; at < 12; at++) await minute();

  return {
    beginPeriod(after: number) {
      approvedAfter = after;
      setBy = new Map();
    },
    take,
    async settle() {
      lag = 0;
      unreadable = 0;
      for (let at = 0; at < 16 || coming.length > 0; at++) await minute();
      for (let at = 0; at < 16; at++) await minute();
    },
    async check() {
      const now = values(snapshot());
      const all = await findings(world);
      const observed = new Set(
        (await entriesOf(world)).flatMap((each) => (each.step === 'observed' ? [each.change] : [])),
      );
      const found = all.slice(told).map(({ details }) => details);
      told = all.length;
      for (const [record, value] of now) {
        const by = setBy.get(record) ?? [];
        const about = found.filter((each) => recordOf(each) === record);
        const label = JSON.stringify({
          record,
          before: settled.get(record),
          value,
          by,
          about,
        });
        const isAsAsked = unseen.some(
          (own) => observed.has(own.id) && own.record === record && value.includes(own.wanted),
        );
        // What an approval brings later may come after it.
        const isOthersLast =
          by.at(-1) === 'other' && (approvedAfter === 0 || !by.includes('pitboss'));
        const isAsSent = sent.some((own) => own.record === record && value.includes(own.wanted));
        if (!settled.has(record))
          expect(
            about.map(({ before }) => before),
            label,
          ).toContain(null);
        if (!by.includes('other')) expect(about, label).toEqual([]);
        else if (isOthersLast && value !== settled.get(record) && !isAsAsked && !isAsSent) {
          const toNow = about.filter(({ after }) => valueOf(after) === value);
          expect(toNow.length, label).toBeGreaterThan(0);
        }
      }
      settled = now;
      unseen = [...unseen, ...sent].filter(({ id }) => !observed.has(id));
      sent = [];
    },
  };

  function values({ sites, payments }: Lists): Map<string, string> {
    const all = new Map<string, string>();
    for (const [key, site] of sites) all.set(`subaccount ${key}`, site);
    for (const [key, record] of payments)
      all.set(
        `payments ${key.split(' ')[1]}`,
        JSON.stringify([record.addresses[0]?.['external_address'], record['wallet_id'] ?? null]),
      );
    return all;
  }
}

function recordOf({ before, after }: ExternalFinding): string {
  const record = after ?? before;
  return `${record?.what} ${record?.subaccount}`;
}

function valueOf(record: RecordSnapshot | null): string {
  if (record === null) return '';
  if (record.what === 'subaccount') return record.siteId ?? '';
  const wallet = record.wallet === null ? null : Number(record.wallet);
  return JSON.stringify([record.addresses?.[0]?.address, wallet]);
}
