import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { byShare } from '../../../../src/domain/changes/external-changes/sort-by-share.js';

test('whoever gains most comes first, however many others there are', () => {
  const share = fc.integer({ min: 0, max: 100 }).map(String);
  const paid = fc.record({ before: fc.option(share, { nil: undefined }), after: share });
  fc.assert(
    fc.property(fc.array(paid, { minLength: 1, maxLength: 200 }), (all) => {
      const gainOf = ({ before, after }: (typeof all)[number]) =>
        Math.max(0, Number(after) - Number(before ?? 0));
      const [first] = byShare(all, (each) => each);
      expect(first && gainOf(first)).toBe(Math.max(...all.map(gainOf)));
    }),
  );
});

test('a share that is no number comes before 0, and a percent sign makes it none', () => {
  const shares = ['0', '0 %', 'half', '1e-9', null, '12.5%', '12', '100.00'];
  const sorted = byShare(shares, (after) => ({ after }));
  expect(sorted).toEqual(['100.00', '12.5%', '12', '1e-9', 'half', null, '0', '0 %']);
});

test('of those that gain nothing, whoever gets most comes first', () => {
  const all = [{ before: '60' }, { before: '60', after: '40' }, { before: '90', after: '50' }];
  expect(byShare(all, (each) => each).map(({ after }) => after)).toEqual(['50', '40', undefined]);
});
