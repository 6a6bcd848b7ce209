import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConnectionGuard } from '../../../src/store/redis/connection-guard.js';
import { StoreUnusable } from '../../../src/store/unusable.js';

/** A gate whose checks the test ends itself, in the order in which they began. */
function gateOf() {
  const running: PromiseWithResolvers[] = [];
  const broken: StoreUnusable[] = [];
  const gate = createConnectionGuard(
    () => {
      const check = withResolvers();
      running.push(check);
      return check.promise;
    },
    (error) => broken.push(error),
  );
  return {
    gate,
    broken,
    running,
    ended: (index: number) => running[index]?.resolve(),
    failed: (index: number, error: Error) => running[index]?.reject(error),
    /** Lets through what was decided. */
    settle: () => vi.advanceTimersByTimeAsync(0),
  };
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function withResolvers(): PromiseWithResolvers {
  let [resolve, reject]: [() => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

const away = expect.objectContaining({ name: 'StoreUnavailable', fault: 'away' });

describe('a connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function opened() {
    const all = gateOf();
    const opening = all.gate.open();
    expect(all.gate.refuseUnchecked).toThrow(away);
    all.ended(0);
    await opening;
    expect(all.gate.refuseUnchecked).not.toThrow();
    return all;
  }

  test('is used once its check has succeeded, and so is the next one', async () => {
    const { gate, ended, settle } = await opened();
    gate.connected();
    expect(gate.refuseUnchecked).toThrow(away);
    await settle();
    expect(gate.refuseUnchecked).toThrow(away);
    ended(1);
    await settle();
    expect(gate.refuseUnchecked).not.toThrow();
  });

  test('is checked again where its check failed, and the reason said until then', async () => {
    const { gate, broken, failed, ended, running, settle } = await opened();
    gate.connected();
    failed(1, new Error('LOADING Redis is loading the dataset in memory'));
    await settle();
    expect(gate.refuseUnchecked).toThrow('the store is away: LOADING');
    await vi.runOnlyPendingTimersAsync();
    expect(running).toHaveLength(3);
    expect(gate.refuseUnchecked).toThrow(away);
    ended(2);
    await settle();
    expect(gate.refuseUnchecked).not.toThrow();
    expect(broken).toEqual([]);
  });

  test('that leads to an unusable store lets nothing through for good', async () => {
    const { gate, broken, failed, running, settle } = await opened();
    gate.connected();
    failed(1, new StoreUnusable('it was moved'));
    await settle();
    gate.connected();
    await vi.runOnlyPendingTimersAsync();
    expect(running).toHaveLength(2);
    expect(gate.refuseUnchecked).toThrow(away);
    expect(broken.map(({ message }) => message)).toEqual(['it was moved']);
  });

  test('isn’t judged by what was found on an earlier one', async () => {
    const { gate, broken, failed, ended, settle } = await opened();
    gate.connected();
    gate.connected();
    ended(1);
    await settle();
    expect(gate.refuseUnchecked).toThrow(away);
    ended(2);
    await settle();
    gate.connected();
    gate.connected();
    failed(3, new StoreUnusable('a replica, before the failover'));
    ended(4);
    await settle();
    expect(gate.refuseUnchecked).not.toThrow();
    expect(broken).toEqual([]);
  });

  test('that replaced the first one amid its check is checked too', async () => {
    const { gate, ended, running, settle } = gateOf();
    const opening = gate.open();
    gate.connected();
    ended(0);
    await settle();
    expect(running).toHaveLength(2);
    expect(gate.refuseUnchecked).toThrow(away);
    ended(1);
    await opening;
    expect(gate.refuseUnchecked).not.toThrow();
  });

  test('is checked no more after the end', async () => {
    const { gate, failed, running, settle } = await opened();
    gate.connected();
    failed(1, new Error('LOADING'));
    await settle();
    gate.end();
    await vi.runOnlyPendingTimersAsync();
    expect(running).toHaveLength(2);
  });
});
