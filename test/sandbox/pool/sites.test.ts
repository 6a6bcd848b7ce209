import { describe, expect, test } from 'vitest';
import { createPoolConsole } from '../../../sandbox/pool/pool-operator.js';
import { createWorkspace } from '../../../sandbox/pool/workspace.js';

const hour = 3_600_000;

function workspaceAt(at: string) {
  const workspace = createWorkspace({ now: () => Date.parse(at) });
  const [site] = workspace.sites;
  if (!site) throw new Error('no site');
  const here = workspace.subaccounts.filter(({ siteId }) => siteId === site.id);
  return { workspace, console: createPoolConsole(workspace), site, here };
}

function statesAt({ fleet }: ReturnType<typeof createWorkspace>, siteId: string) {
  const all = Array.from({ length: fleet.size }, (_, index) => fleet.facts(index));
  return all.filter(({ site }) => site.id === siteId);
}

describe('a site without power', () => {
  test('has no miner that hashes, and the whole loses its rate at once', () => {
    const { workspace, console, site, here } = workspaceAt('2026-11-22T12:00:00Z');
    const { earnings } = workspace;
    const before = here.map(earnings.power);
    const states = statesAt(workspace, site.id);
    console.setPower(site.id, false);
    expect(new Set(statesAt(workspace, site.id).map(({ hashing }) => hashing))).toEqual(
      new Set(['offline', 'N/A']),
    );
    expect(here.map(earnings.power)).toEqual(here.map(() => ({ hashrate: 0n, active: 0 })));
    console.setPower(site.id, true);
    expect(statesAt(workspace, site.id)).toEqual(states);
    expect(here.map(earnings.power)).toEqual(before);
  });

  test('costs the 24-hour rate and the day no more than the time it lasted', () => {
    const { workspace, console, site, here } = workspaceAt('2026-11-22T12:00:00Z');
    const { earnings } = workspace;
    const [subaccount] = here;
    if (!subaccount) throw new Error('no subaccount');
    const usual = Number(earnings.powerOfDay(subaccount));
    const whole = earnings.onDay(subaccount, 'BTC', '2026-11-22');
    console.setPower(site.id, false);
    expect(Number(earnings.powerOfDay(subaccount))).toBe(usual);
    workspace.advance(6 * hour);
    console.setPower(site.id, true);
    expect(Number(earnings.powerOfDay(subaccount)) / usual).toBeCloseTo(0.75, 5);
    const [earned, lost] = [
      earnings.onDay(subaccount, 'BTC', '2026-11-22'),
      earnings.lost(subaccount, 'BTC', '2026-11-22'),
    ];
    expect(earned / whole).toBeCloseTo(0.75, 5);
    expect(earned + lost).toBeCloseTo(whole, -1);
    expect(earnings.lost(subaccount, 'BTC', '2026-11-23')).toBe(0);
    workspace.advance(25 * hour);
    expect(Number(earnings.powerOfDay(subaccount))).toBe(usual);
  });
});

test('what runs hot stays on, and is hot', () => {
  const { workspace, console, site } = workspaceAt('2026-11-22T12:00:00Z');
  const hottest = () =>
    Math.max(...statesAt(workspace, site.id).map(({ temperature }) => temperature));
  const before = hottest();
  console.setHot(site.id, true);
  expect(hottest()).toBe(before + 22);
  console.setHot(site.id, false);
  expect(hottest()).toBe(before);
});

test('what somebody does at the console is noted, in order', () => {
  const { workspace, console, site } = workspaceAt('2026-11-22T12:00:00Z');
  const [subaccount] = workspace.subaccounts;
  if (!subaccount) throw new Error('no subaccount');
  const addresses = () => workspace.payments.settings('BTC', subaccount)?.addresses ?? [];
  const [old] = addresses();
  console.payElsewhere(subaccount.name);
  const [changed] = addresses();
  expect(changed?.external_address).not.toBe(old?.external_address);
  console.setPower(site.id, false);
  console.setPower(site.id, false);
  console.forgetHashrate(true);
  expect(console.lines.map(({ words }) => words)).toEqual([
    `changed the BTC payout address of ${subaccount.name} to ${changed?.external_address}`,
    `${site.name} lost power`,
    'the 5-minute hashrate is not shown any more',
  ]);
});
