import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf } from '../world.js';
import { startAlertHouse, type AlertHouse, type AlertServer } from './alert-world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SLOWLY = 120_000;
const CHANGES = [
  /BTC operations\*\* · allocation 20 → \*\*40/,
  /Payout frequency: DAILY → \*\*MONTHLY/,
  /Name: .* → \*\*renamed\\-hall/,
  /Name: .* → none/,
];

/** The list of subaccounts, in which one is gone and one has another name. */
function without(body: unknown, { gone, renamed }: Record<'gone' | 'renamed', string | undefined>) {
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

  /** Five subaccounts, to each of which something else is done at the pool's own console. */
  function changeAtPool({ workspace, console }: AlertServer): void {
    const [split, schedule, renamed, gone] = workspace.subaccounts.map(({ name }) => name);
    const whose = workspace.subaccount(split ?? '');
    const terms = whose && workspace.payments.terms('BTC', whose);
    const addresses = terms?.addresses.map((each, index) => ({
      ...each,
      revenue_allocation: index === 0 ? 60 : 40,
    }));
    if (!terms || !addresses) throw new Error('no addresses');
    workspace.setPaymentSettings('BTC', split ?? '', { ...terms, addresses });
    console.payAtOtherTimes(schedule ?? '');
    workspace.rewrites.set('/pool/subaccounts', (body) => without(body, { gone, renamed }));
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
    // The first look at each list tells nothing.
    await house.passMinutes(9);
    early = [contracts, approvals, elsewhere].flatMap(titles);
    waitsSince = house.days.now();
    approvals.console.say('/payment-settings/', { status: 'PENDING_APPROVAL' });
    changeAtPool(elsewhere);
    listed.push({ contract_id: 'c-3', status: 'ACTIVE', side: 'SELL', denomination: 'BTC' });
    Object.assign(listed[0] ?? {}, { status: 'SETTLED' });
    Object.assign(listed[1] ?? {}, { status: 'DISPUTED' });
    await house.passMinutes(14);
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
        'A subaccount has another name',
        'A subaccount is gone',
        'The payout schedule changed',
        'The split of payouts changed',
      ].map((what) => `# Alert: ${what}, not through Pitboss`),
    );
    const said = elsewhere.posts().map(shown).join('\n');
    for (const change of CHANGES) expect(said).toMatch(change);
  });

  test('one acknowledges it, and its message says who', async () => {
    const [message] = elsewhere.posts();
    if (message === undefined) throw new Error('nothing was told');
    await settledOf(elsewhere.world.as('manager').click(message, idOf(message, 'Acknowledge')));
    await expect.poll(() => elsewhere.posts().map(shown)[0]).toContain('👤 <@…> had it.');
  });

  test(
    'an approval that waits is told after its hours, and not before; it ends once it was given',
    async () => {
      await house.days.skipMinutes(36);
      await house.passMinutes(4);
      expect(house.days.now()).toBeLessThan(waitsSince + HOUR);
      expect(approvalPosts()).toEqual([]);
      await house.passMinutesUntil(() => approvalPosts().length > 0, 24);
      const [message] = approvalPosts();
      expect(message && titleOf(message)).toContain('# Firing');
      expect((message?.createdAt ?? 0) - waitsSince).toBeGreaterThanOrEqual(HOUR);
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

  test('Discord refused nothing', () => {
    expect(house.world.discord.refusals).toEqual([]);
  });
});
