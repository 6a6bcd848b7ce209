import { Address, NETWORK } from '@scure/btc-signer';
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from '../../../sandbox/pool/workspace.js';

const noon = Date.UTC(2026, 10, 20, 12);
const now = () => noon;

describe('a workspace', () => {
  function figures(seed: number, at = now) {
    const { fleet, earnings, subaccounts, derivatives, payments } = createWorkspace({
      seed,
      miners: 50,
      now: at,
    });
    return {
      miners: Array.from({ length: fleet.size }, (_, index) => {
        const { last_seen_at: _seen, ...miner } = fleet.miner(index);
        return miner;
      }),
      revenue: subaccounts.map((each) => earnings.onDay(each, 'BTC', '2026-11-10')),
      contracts: derivatives.contracts('USD'),
      addresses: subaccounts.map((each) => payments.settings('BTC', each)),
    };
  }

  it('has the same figures for the same seed, on any day', () => {
    expect(figures(3)).toEqual(figures(3));
    expect(figures(3, () => noon + 2 * 86_400_000)).toEqual(figures(3));
  });

  it('has others for another seed', () => {
    expect(figures(4).miners).not.toEqual(figures(3).miners);
    expect(figures(4).revenue).not.toEqual(figures(3).revenue);
  });

  it('is of the size asked for', () => {
    const { sites, subaccounts, fleet, earnings } = createWorkspace({
      sites: 10,
      subaccounts: 30,
      miners: 100,
      days: 5,
      now,
    });
    expect([sites.length, subaccounts.length, fleet.size]).toEqual([10, 30, 100]);
    expect(new Set(sites.map(({ name }) => name)).size).toBe(10);
    expect(new Set(subaccounts.map(({ name }) => name)).size).toBe(30);
    expect([earnings.firstDay(), earnings.lastDay()]).toEqual(['2026-11-15', '2026-11-19']);
  });

  it('can be without miners or subaccounts', () => {
    expect(createWorkspace({ miners: 0 }).fleet.size).toBe(0);
    expect(createWorkspace({ subaccounts: 0 }).fleet.size).toBe(0);
  });

  it('gives each of 100,000 miners an id, an address and a MAC of its own', () => {
    const { fleet } = createWorkspace({ miners: 100_000, now });
    const seen = { ids: new Set<string>(), ips: new Set<number>(), macs: new Set<string>() };
    for (let index = 0; index < fleet.size; index++) {
      seen.ips.add(fleet.facts(index).ip);
      if (index % 10 !== 0) continue;
      const miner = fleet.miner(index);
      seen.ids.add(miner.id);
      seen.macs.add(miner.mac_address);
    }
    expect(seen.ips.size).toBe(100_000);
    expect([seen.ids.size, seen.macs.size]).toEqual([10_000, 10_000]);
  });

  it('has miners in every state', () => {
    const { fleet } = createWorkspace({ now });
    const states = Array.from({ length: fleet.size }, (_, index) => fleet.facts(index));
    const found = new Set(states.map(({ hashing }) => hashing));
    expect([...found].toSorted()).toEqual(['N/A', 'hashing', 'idle', 'offline']);
    expect(states.some(({ healthy }) => healthy === 'failing')).toBe(true);
  });
});

describe('addresses', () => {
  it('carry the checksum of their coin', () => {
    const { payments, subaccounts } = createWorkspace({ now });
    const all = ['BTC', 'LTC_DOGE', 'ZEC', 'SC'].flatMap((currency) =>
      subaccounts.flatMap((each) => payments.settings(currency, each)?.addresses ?? []),
    );
    const of = (coin: string) =>
      all
        .filter((each) => each.address_name.startsWith(`${coin} `))
        .map((each) => each.external_address);
    for (const address of of('BTC')) expect(() => Address(NETWORK).decode(address)).not.toThrow();
    for (const address of of('LTC')) {
      expect(() => Address({ ...NETWORK, bech32: 'ltc' }).decode(address)).not.toThrow();
    }
    for (const address of [...of('DOGE'), ...of('ZEC')]) {
      expect(() => createBase58check(sha256).decode(address)).not.toThrow();
    }
    expect(of('DOGE').every((address) => address.startsWith('D'))).toBe(true);
    expect(of('ZEC').every((address) => address.startsWith('t1'))).toBe(true);
    expect(of('SC').every((address) => /^[0-9a-f]{76}$/.test(address))).toBe(true);
    expect(['BTC', 'LTC', 'DOGE', 'ZEC', 'SC'].every((coin) => of(coin).length > 0)).toBe(true);
  });
});
