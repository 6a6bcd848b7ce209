import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSignatureCheck, signedOf } from '../../../src/discord/endpoint/signature.js';

const NOW = 1_900_000_000_000;
const SECONDS = String(NOW / 1000);
const ours = generateKeyPairSync('ed25519');
const check = createSignatureCheck(ours.publicKey, () => NOW);
const BODY = Buffer.from('{"type":2,"text":"Ünï"}');

function headersFor(body = BODY, timestamp = SECONDS, { privateKey } = ours) {
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), body]), privateKey);
  return {
    'x-signature-ed25519': signature.toString('hex'),
    'x-signature-timestamp': timestamp,
  };
}

function verdictOn(headers: Record<string, string | string[]>, body = BODY) {
  const signed = signedOf(headers);
  return signed === null ? 'unsigned' : check(signed, body);
}

test('what Discord signed is good', () => {
  expect(verdictOn(headersFor())).toBe('good');
});

test('hex in capitals is the same signature', () => {
  const { 'x-signature-ed25519': signature, ...rest } = headersFor();
  expect(verdictOn({ ...rest, 'x-signature-ed25519': signature.toUpperCase() })).toBe('good');
});

test('an empty body is signed as any other', () => {
  expect(verdictOn(headersFor(Buffer.alloc(0)), Buffer.alloc(0))).toBe('good');
});

test('another key, body or timestamp is a forgery', () => {
  const other = generateKeyPairSync('ed25519');
  expect(verdictOn(headersFor(BODY, SECONDS, other))).toBe('forged');
  expect(verdictOn(headersFor(), Buffer.from('{"type":2,"text":"Uni"}'))).toBe('forged');
  expect(verdictOn(headersFor(), Buffer.concat([BODY, Buffer.from(' ')]))).toBe('forged');
  const later = { ...headersFor(), 'x-signature-timestamp': String(Number(SECONDS) + 1) };
  expect(verdictOn(later)).toBe('forged');
  // The same bytes in total, split at a different place.
  const moved = Buffer.concat([Buffer.from(SECONDS.slice(-1)), BODY]);
  expect(verdictOn({ ...headersFor(), 'x-signature-timestamp': SECONDS.slice(0, -1) }, moved)).toBe(
    'old',
  );
});

test.each([
  ['x-signature-ed25519', ''],
  ['x-signature-ed25519', 'g'.repeat(128)],
  ['x-signature-ed25519', 'a'.repeat(127)],
  ['x-signature-ed25519', 'a'.repeat(130)],
  ['x-signature-timestamp', ''],
  ['x-signature-timestamp', '-1'],
  ['x-signature-timestamp', '1e9'],
  ['x-signature-timestamp', '9'.repeat(13)],
])('%s that says %j is none', (name, text) => {
  expect(verdictOn({ ...headersFor(), [name]: text })).toBe('unsigned');
});

test('a header that is missing, or stands there twice, is none', () => {
  const whole = headersFor();
  const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = whole;
  expect(verdictOn({ 'x-signature-ed25519': signature })).toBe('unsigned');
  expect(verdictOn({ 'x-signature-timestamp': timestamp })).toBe('unsigned');
  expect(verdictOn({ ...whole, 'x-signature-ed25519': `${signature}, ${signature}` })).toBe(
    'unsigned',
  );
});

test.each([-301, 301, -86_400])('signed %i s from now it is old', (seconds) => {
  expect(verdictOn(headersFor(BODY, String(NOW / 1000 + seconds)))).toBe('old');
});

test.each([-300, 300])('clocks may be %i s apart', (seconds) => {
  expect(verdictOn(headersFor(BODY, String(NOW / 1000 + seconds)))).toBe('good');
});
