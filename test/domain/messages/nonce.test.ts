import { expect, test } from 'vitest';
import { nonceOf } from '../../../src/domain/messages/nonce.js';

test('servers whose ids differ in the last digit alone have nonces of their own, short enough', () => {
  const [one, other] = ['1574374407260864514', '1574374407260864515'].map((id) =>
    nonceOf(['welcome', id]),
  );
  expect(one).toHaveLength(25);
  expect(one).not.toBe(other);
  expect(nonceOf(['welcome', '1574374407260864514'])).toBe(one);
});
