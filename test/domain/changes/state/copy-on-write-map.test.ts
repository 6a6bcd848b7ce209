import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createCopyOnWriteMap } from '../../../../src/domain/changes/state/copy-on-write-map.js';

test('is a map, and its copies are their own', () => {
  const step = record({
    key: nat(200).map(String),
    value: nat(),
    what: constantFrom('set', 'copy'),
  });
  assert(
    property(array(step, { maxLength: 400, size: 'max' }), (steps) => {
      let map = createCopyOnWriteMap<number>();
      const model = new Map<string, number>();
      const kept: { map: typeof map; model: Map<string, number> }[] = [];
      for (const { key, value, what } of steps) {
        if (what === 'copy') {
          kept.push({ map, model: new Map(model) });
          map = map.copy();
        }
        map.set(key, value);
        model.set(key, value);
      }
      for (const each of [...kept, { map, model }]) {
        expect([...each.map.entries()]).toEqual([...each.model]);
        expect(each.map.size).toBe(each.model.size);
        const keys = [...each.model.keys()];
        for (const at of [0, 1, 63, 64, 65, 150]) expect(each.map.keyAt(at)).toBe(keys[at]);
        for (const key of ['0', '7', '199']) expect(each.map.get(key)).toBe(each.model.get(key));
      }
    }),
    { numRuns: 50 },
  );
});
