import { describe, expect, test } from 'vitest';
import { redactKey } from '../../../src/pool-api/http/redact.js';
import { errorMessageIn, messageOf } from '../../../src/pool-api/http/error-message.js';

const KEY = 'k3y-0f/the+pool=';
const words = (body: string) => errorMessageIn(body, redactKey(KEY));

describe('the pool’s own words', () => {
  test.each([
    ['{"error":{"code":"E1","message":"No access"}}', 'No access'],
    ['{"statusCode":400,"code":"C","error":"Bad Request","message":"page_size"}', 'page_size'],
    ['{"message":"","error":"Bad Request"}', 'Bad Request'],
    ['{"errors":[{"detail":"first"},{"detail":"second"}]}', 'first'],
    ['"just text"', 'just text'],
    ['{"code":7}', '{"code":7}'],
    ['plain\n\t words\u0007', 'plain words'],
    ['<!DOCTYPE html><title lang="en">502 Bad\nGateway</title><p>x', '502 Bad Gateway'],
    ['  <html><body>no title</body></html>', undefined],
    ['', undefined],
    [' \n ', undefined],
  ])('in %j', (body, said) => {
    expect(words(body)).toBe(said);
  });

  test('are the body itself where it nests lists without end', () => {
    const nested = '['.repeat(20_000) + ']'.repeat(20_000);
    expect(words(nested)).toBe('['.repeat(300));
    expect(messageOf(JSON.parse(nested))).toBeUndefined();
  });

  test('are cut at 300 characters, never within one', () => {
    expect(words('é'.repeat(301))).toBe('é'.repeat(300));
    expect(words(`${'a'.repeat(299)}😀😀`)).toBe(`${'a'.repeat(299)}😀`);
  });

  test.each([
    ['as it is', `no such key ${KEY}`],
    ['as in a URL', `/x?key=${encodeURIComponent(KEY)}`],
    ['as in a URL, in small letters', `/x?key=${encodeURIComponent(KEY).toLowerCase()}`],
    ['escaped in JSON', `{"message":"bad ${KEY.replace('k', String.raw`\u006b`)}"}`],
  ])('never hold the key, %s', (_, body) => {
    const said = words(body) ?? '';
    expect(said).toContain('[key]');
    expect(said).not.toContain('0f');
  });

  test('hold no half of a key that stands where a body is cut', () => {
    for (let shown = 1; shown < KEY.length; shown++) {
      const body = `${' '.repeat(64_000 - shown)}${KEY} rest`;
      expect(words(body) ?? '').not.toContain(KEY.slice(0, shown));
    }
  });
});
