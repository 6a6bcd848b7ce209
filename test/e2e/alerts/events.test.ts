import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf } from '../world.js';
import { startAlertHouse, type AlertHouse, type AlertServer } from './support/alert-world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SLOWLY = 120_000;
const CHANGES = [
  /BTC operations\*\* · allocation 20 → \*\*40/,
  /Payout frequency: DAILY → \*\*MONTHLY/,
  /Name: .* → \*\*renamed\\-hall/,
  /Name: .* → none/,
  /A new subaccount.*Name: \*\*/s,
];

/** The list of subaccounts, without one of them and perhaps with another renamed. */
function without(body: unknown, gone: string | undefined, renamed?: string) {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key === 'item_count') return Number(value) - 1;
    if (!Array.isArray(value)) return key === 'name' && value === renamed ? 'renamed-hall' : value;
    return value.filter((each: { readonly name?: string }) => each.name !== gone);
  });
}

const SMALL = { sites: 2, miners: 40, days: 10 };

/** What happens at one moment, and what waits for people: one bot, one clock. */
describe('what happens at the pool', () => {
  let house: AlertHouse;
  let contracts: AlertServer;
  let approvals: AlertServer;
  let elsewhere: AlertServer;
  let waitsSince: number;
  let early: readonly string[];
  const listed = [
    { contract_id: 'c-1', status: 'ACTIVE', side: 'SELL', denomination: 'BTC' },
    { contract_id: 'c-2', status: 'ACTIVE', side: 'BUY', denomination: 'BTC' },
  ];

  const titleOf = (message: LoopbackMessage) =>
    /# (.*)|✅ \*\*(\w+)/.exec(shown(message))?.[0] ?? '';
  const titles = (server: AlertServer) => server.posts().map(titleOf);
  const approvalPosts = () =>
    approvals.posts().filter((each) => /approval|^✅/i.test(titleOf(each)));

  const acknowledge = ({ world }: AlertServer, message: LoopbackMessage) =>
    settledOf(world.as('manager').click(message, idOf(message, 'Acknowledge')));

  async function serverWith(
    subaccounts: number,
    condition: Readonly<Record<string, string>> | null = null,
  ): Promise<AlertServer> {
    const server = await house.server({ ...SMALL, subaccounts });
    await server.setRules();
    if (condition !== null)
      await ask(server.world.as('admin'), 'alerts add', { remind: '0', ...condition });
    return server;
  }

  /** In the pool's console, does something different to each of its five subaccounts. */
  function changeAtPool({ workspace, console }: AlertServer): void {
    const [split, schedule, renamed, gone] = workspace.subaccounts.map(({ name }) => name);
    const whose = workspace.subaccount(split ?? '');
    const terms = whose && workspace.payments.settings('BTC', whose);
    const addresses = terms?.addresses.map((each, index) => ({
      ...each,
      revenue_allocation: index === 0 ? 60 : 40,
    }));
    if (!terms || !addresses) throw new Error('no addresses');
    workspace.setPaymentSettings('BTC', split ?? '', { ...terms, addresses });
    console.payAtOtherTimes(schedule ?? '');
    workspace.rewrites.set('/pool/subaccounts', (body) => without(body, gone, renamed));
  }

  beforeAll(async () => {
    house = await startAlertHouse();
    contracts = await serverWith(1, { condition: 'contracts' });
    contracts.console.say('/derivatives/contracts/', {
      contracts: () => listed,
      item_count: () => listed.length,
      next_page_url: null,
    });
    approvals = await serverWith(1, { condition: 'approval-waiting', threshold: '1' });
    elsewhere = await serverWith(5);
    const added = elsewhere.workspace.subaccounts.at(-1)?.name;
    elsewhere.workspace.rewrites.set('/pool/subaccounts', (body) => without(body, added));
    // The first look at each list reports nothing.
    await house.passMinutes(9);
    early = [contracts, approvals, elsewhere].flatMap(titles);
    waitsSince = house.days.now();
    approvals.console.say('/payment-settings/', { status: 'PENDING_APPROVAL' });
    changeAtPool(elsewhere);
    listed.push({ contract_id: 'c-3', status: 'ACTIVE', side: 'SELL', denomination: 'BTC' });
    Object.assign(listed[0] ?? {}, { status: 'SETTLED' });
    Object.assign(listed[1] ?? {}, { status: 'DISPUTED' });
    const areTold = () => contracts.posts().length >= 3 && elsewhere.posts().length >= 5;
    await house.passMinutesUntil(areTold, 24);
    await house.passMinutes(4);
  }, SLOWLY);
  afterAll(() => house.close());

  test('what was there at the first look is told to nobody', () => {
    expect(early).toEqual([]);
  });

  test('a contract that is new, one that settled and one of another status are told once each', () => {
    expect(titles(contracts).toSorted()).toEqual([
      expect.stringContaining('Derivatives contract has another status'),
      expect.stringContaining('Derivatives contract settled'),
      expect.stringContaining('New derivatives contract'),
    ]);
    const said = contracts.posts().map(shown).join('\n');
    expect(said).toContain('ACTIVE → **SETTLED**');
    expect(said).toContain('ACTIVE → **DISPUTED**');
    for (const id of ['c-1', 'c-2', 'c-3']) expect(said).toContain(id);
  });

  test('each thing that somebody changed at the pool is told once, before and after', () => {
    expect(titles(elsewhere).toSorted()).toEqual(
      [
        'A new subaccount',
        'A subaccount has another name',
        'A subaccount is gone',
        'The payout schedule changed',
        'The split of payouts changed',
      ].map((what) => `# Alert: ${what}, not through Pitboss`),
    );
    const said = elsewhere.posts().map(shown).join('\n');
    for (const change of CHANGES) expect(said).toMatch(change);
  });

  test(
    'each is acknowledged with a click, and its message says who',
    async () => {
      const servers = [contracts, elsewhere];
      for (const server of servers)
        for (const message of server.posts()) await acknowledge(server, message);
      const texts = () => servers.flatMap((server) => server.posts().map(shown));
      const isHad = (text: string) => text.includes('👤 <@…> had it.');
      // Some are redrawn at the next look. Unacknowledged ones are told again after an hour.
      await house.passMinutesUntil(() => texts().every(isHad), 12);
      expect(texts()).toHaveLength(8);
    },
    SLOWLY,
  );

  test(
    'an approval that waits is told after its hours, and not before; it ends once it was given',
    async () => {
      const left = (waitsSince + HOUR - house.days.now()) / MINUTE;
      await house.days.skipMinutes(Math.floor(left) - 8);
      await house.passMinutes(4);
      expect(house.days.now()).toBeLessThan(waitsSince + HOUR);
      expect(approvalPosts()).toEqual([]);
      await house.passMinutesUntil(() => approvalPosts().length > 0, 24);
      const [message] = approvalPosts();
      expect(message && titleOf(message)).toContain('# Firing');
      expect((message?.createdAt ?? 0) - waitsSince).toBeGreaterThanOrEqual(HOUR);
      if (message !== undefined) await acknowledge(approvals, message);
      await expect.poll(() => approvalPosts().map(shown)[0]).toContain('Acknowledged');
      approvals.console.say('/payment-settings/', null);
      await house.passMinutesUntil(() => approvalPosts().length > 1, 40);
      await house.passMinutes(2);
      expect(approvalPosts().map(titleOf)).toEqual([
        expect.stringContaining('# Resolved'),
        expect.stringContaining('Resolved'),
      ]);
    },
    SLOWLY,
  );

  test('nothing was told again, and Discord refused nothing', () => {
    expect(contracts.posts()).toHaveLength(3);
    expect(elsewhere.posts()).toHaveLength(5);
    expect(house.world.discord.refusals).toEqual([]);
  });
});
