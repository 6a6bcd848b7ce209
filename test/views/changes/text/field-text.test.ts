import { expect, test } from 'vitest';
import { fieldText } from '../../../../src/views/changes/text/field-text.js';

test('a described field has words, any other its own name', () => {
  expect(fieldText(['wallet_id'])).toBe('Wallet id');
  expect(fieldText(['addresses', 0, 'external_address'])).toBe('Address 1');
  expect(fieldText(['memo'])).toContain('memo');
});

// Every object has fields of these names.
test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
  'a field called %s keeps its name',
  (name) => {
    expect(fieldText([name])).toBe(`\`${name}\``);
    expect(fieldText([name])).not.toContain('native code');
    expect(fieldText(['addresses', 0, name])).not.toContain('native code');
  },
);
