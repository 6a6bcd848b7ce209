import { assert, constantFrom, property, record, subarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DURABILITY_RISKS } from '../../../src/domain/durability-risks.js';
import { refuseRisks } from '../../../src/store/adapter/refuse-risks.js';
import { risksOf, waitForPassing } from '../../../src/store/redis/redis-risks.js';

const INFO = {
  role: 'master',
  connected_slaves: '0',
  aof_enabled: '1',
  maxmemory: '0',
  maxmemory_policy: 'noeviction',
};
const CONFIG = {
  appendonly: 'yes',
  appendfsync: 'always',
  'no-appendfsync-on-rewrite': 'no',
  maxmemory: '0',
  'maxmemory-policy': 'noeviction',
};

describe('what a Redis server may lose', () => {
  test('is nothing with the settings that the README asks for', () => {
    expect(risksOf(INFO, CONFIG)).toEqual([]);
  });

  test.each([
    [{ appendonly: 'no' }, 'appendonly-no'],
    [{ appendfsync: 'everysec' }, 'appendfsync-everysec'],
    [{ appendfsync: 'no' }, 'appendfsync-no'],
    [{ 'no-appendfsync-on-rewrite': 'yes' }, 'no-appendfsync-on-rewrite'],
    [{ maxmemory: '1', 'maxmemory-policy': 'volatile-lru' }, 'eviction'],
  ])('%j is %s', (changed, risk) => {
    expect(risksOf(INFO, { ...CONFIG, ...changed })).toEqual([risk]);
  });

  test.each(['aof_rewrite_in_progress', 'aof_rewrite_scheduled'])(
    '%s is appendonly-unwritten, beside what else there is',
    (name) => {
      const info = { ...INFO, [name]: '1' };
      expect(risksOf(info, CONFIG)).toEqual(['appendonly-unwritten']);
      const weak = { ...CONFIG, appendfsync: 'everysec' };
      expect(risksOf(info, weak)).toEqual(['appendonly-unwritten', 'appendfsync-everysec']);
      expect(risksOf({ ...info, aof_enabled: '0' }, CONFIG)).toEqual(['appendonly-no']);
    },
  );

  test('a rewrite alone is waited for by a bot that runs', () => {
    const waiting = expect.objectContaining({ name: 'StoreUnavailable', fault: 'away' });
    expect(() => waitForPassing(['appendonly-unwritten'], ['failover'])).toThrow(waiting);
    expect(() => waitForPassing(['appendonly-unwritten', 'failover'], ['failover'])).toThrow(
      waiting,
    );
    expect(() => waitForPassing(['appendonly-unwritten', 'failover'], [])).not.toThrow();
    expect(() => waitForPassing(['appendonly-unwritten'], ['appendonly-unwritten'])).not.toThrow();
    expect(() => waitForPassing([], [])).not.toThrow();
  });

  test('a policy that evicts is harmless while memory has no limit', () => {
    expect(risksOf(INFO, { ...CONFIG, 'maxmemory-policy': 'allkeys-lru' })).toEqual([]);
  });

  test('a replica that could take over is one', () => {
    expect(risksOf({ ...INFO, connected_slaves: '1' }, CONFIG)).toEqual(['failover']);
  });

  test('what a server keeps to itself is one, beside what it does tell', () => {
    expect(risksOf(INFO, null)).toEqual(['unseen-settings']);
    expect(risksOf({}, CONFIG)).toEqual(['unseen-settings']);
    expect(risksOf({}, null)).toEqual(['unseen-settings']);
    expect(risksOf({ ...INFO, aof_enabled: '0' }, null)).toEqual(['appendonly-no']);
    const evicting = { ...INFO, maxmemory: '1', maxmemory_policy: 'allkeys-lfu' };
    expect(risksOf(evicting, null)).toEqual(['eviction', 'unseen-settings']);
  });

  test('is never nothing unless every setting is seen and right', () => {
    const some = record(
      {
        appendonly: constantFrom('yes', 'no'),
        appendfsync: constantFrom('always', 'everysec', 'no'),
        'no-appendfsync-on-rewrite': constantFrom('yes', 'no'),
        maxmemory: constantFrom('0', '100'),
        'maxmemory-policy': constantFrom('noeviction', 'volatile-ttl', 'allkeys-random'),
      },
      { requiredKeys: [] },
    );
    assert(
      property(some, constantFrom('0', '2'), (config, replicas) => {
        const risks = risksOf({ role: 'master', connected_slaves: replicas }, config);
        const isRight =
          config.appendonly !== 'no' &&
          config.appendfsync === 'always' &&
          config['no-appendfsync-on-rewrite'] !== 'yes' &&
          (config['maxmemory-policy'] === 'noeviction' ||
            (config['maxmemory-policy'] !== undefined && config.maxmemory === '0')) &&
          replicas === '0';
        expect(risks.length === 0).toBe(isRight);
      }),
    );
  });

  test('is refused unless all of it is allowed by name, and every one is named', () => {
    assert(
      property(
        subarray([...DURABILITY_RISKS]),
        subarray([...DURABILITY_RISKS]),
        (risks, allowed) => {
          const refused = risks.filter((risk) => !allowed.includes(risk));
          const attempt = () => refuseRisks(risks, allowed);
          if (refused.length === 0) {
            expect(attempt).not.toThrow();
            return;
          }
          for (const risk of refused) expect(attempt).toThrow(`  - ${risk}: `);
          expect(attempt).toThrow(`STORE_MAY_LOSE=${risks.join(',')}`);
        },
      ),
    );
  });
});
