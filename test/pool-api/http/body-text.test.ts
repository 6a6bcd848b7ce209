import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyText } from '../../../src/pool-api/http/body-text.js';

test('UTF-8 is read as it is, also where it is cut within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
      const whole = Buffer.from(text.toWellFormed());
      expect(bodyText(whole, '', false)).toBe(text.toWellFormed());
      const cut = whole.subarray(0, at % (whole.length + 1));
      expect(bodyText(cut, 'application/json', true)).toBe(cut.toString());
    }),
  );
});

test('no byte is lost of what is no UTF-8', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const body = Buffer.from(bytes);
      const text = bodyText(body, 'text/plain', false);
      fc.pre(!text.includes('\uFFFD'));
      expect([text, Buffer.from(text, 'latin1').toString('latin1')]).toContain(
        Buffer.from(text).equals(body) ? text : body.toString('latin1'),
      );
    }),
  );
  expect(bodyText(Buffer.from([0x22, 0xc0, 0xe4, 0x22]), '', false)).toBe('"Àä"');
  expect(bodyText(Buffer.from([0xff]), 'text/plain; charset=utf-8', false)).toBe('ÿ');
});

test.each(['text/plain; charset=windows-1251', 'application/json;charset="Windows-1251"'])(
  'another charset is read by its name: %s',
  (contentType) => {
    expect(bodyText(Buffer.from([0xe0, 0xe4, 0xf0, 0xe5, 0xf1]), contentType, false)).toBe('адрес');
  },
);

test('a charset that nobody knows takes nothing away', () => {
  expect(bodyText(Buffer.from([0x61, 0xe9]), 'text/plain; charset=klingon', false)).toBe('aé');
});
