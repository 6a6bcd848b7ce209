import { describe, expect, test } from 'vitest';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { cutBlock } from '../../../src/discord/limits/clamp-text.js';
import type { Reply } from '../../../src/domain/messages/reply.js';

/** What is exactly as much as Discord takes stays as it is; one more is too much. */
const x = (length: number) => 'x'.repeat(length);
const ids = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => x(length - 2) + String(10 + index));

const select = (length: number): Reply => ({
  content: 'x',
  components: [
    {
      type: 1,
      components: [
        {
          type: 3,
          custom_id: x(100),
          placeholder: x(150),
          options: ids(25, length).map((value) => ({
            label: x(100),
            value,
            description: x(100),
          })),
        },
      ],
    },
  ],
});

const buttons = (count: number): Reply => ({
  content: 'x',
  components: Array.from({ length: 5 }, (_, row) => ({
    type: 1 as const,
    components: ids(count, 99).map((id) => ({
      type: 2 as const,
      style: 1 as const,
      label: x(80),
      custom_id: `${id}${row}`,
    })),
  })),
});

describe('exactly at the limit, nothing is lost', () => {
  test.each<[string, Reply]>([
    ['content', { content: x(2_000) }],
    ['a description', { embeds: [{ description: x(4_096) }] }],
    [
      'title, author, footer',
      { embeds: [{ title: x(256), author: { name: x(256) }, footer: { text: x(2_048) } }] },
    ],
    ['a field', { embeds: [{ fields: [{ name: x(256), value: x(1_024) }] }] }],
    ['25 fields', { embeds: [{ fields: ids(25, 9).map((name) => ({ name, value: 'v' })) }] }],
    ['10 cards', { embeds: ids(10, 9).map((title) => ({ title })) }],
    ['6,000 characters in all', { embeds: [{ description: x(3_000) }, { description: x(3_000) }] }],
    [
      '10 files',
      { content: 'x', files: ids(10, 9).map((name) => ({ name, data: new Uint8Array(1) })) },
    ],
    ['a select of 25', select(100)],
    ['5 rows of 5 buttons', buttons(5)],
  ])('%s', (_, reply) => {
    expect(clampReply(reply)).toEqual(reply);
  });

  test.each<[string, Reply]>([
    ['a value of 101', select(101)],
    ['6 buttons in a row', buttons(6)],
    ['11 cards', { embeds: ids(11, 9).map((title) => ({ title })) }],
    [
      '11 files',
      { content: 'x', files: ids(11, 9).map((name) => ({ name, data: new Uint8Array(1) })) },
    ],
  ])('%s: said to be left out', (_, reply) => {
    expect(clampReply(reply).content).toContain('Left out, because Discord takes no more');
  });
});

test('up to three files that are left out are named, more are counted', () => {
  const files = (count: number) =>
    ids(10 + count, 5).map((name) => ({ name: `${name}.csv`, data: new Uint8Array(1) }));
  const said = (count: number) => clampReply({ content: 'x', files: files(count) }).content ?? '';
  expect(said(1)).toMatch(/: file xxx20\.csv \(0\.0 MiB\)\.$/);
  expect(said(3)).toMatch(/: file xxx20\.csv .*, file xxx21\.csv .*, file xxx22\.csv [^,]*$/);
  expect(said(4)).toMatch(/: 4 files\.$/);
});

describe('a cut', () => {
  const fill = `${x(60)}\n`.repeat(9);

  test.each([
    ['a code span that begins its line', `${fill}\`${x(400)}\``],
    ['a code span within its line', `${fill}and \`${x(400)}\``],
    ['a mention', `${fill}${x(200)} <@123456789012345678> ${x(300)}`],
    ['a link', `${fill}${x(100)} [words that go on](https://example.com/${x(200)}) ${x(300)}`],
  ])('leaves no half of %s', (_, text) => {
    const kept = cutBlock(text, 800);
    expect(kept.length).toBeLessThanOrEqual(800);
    expect(kept).toMatch(/more characters/);
    const [body = ''] = kept.split('\n…');
    expect(body.split('`').length % 2).toBe(1);
    expect(body).not.toMatch(/<[^>]*$|\[[^\]]*$|\]\([^)]*$/);
    expect(body.startsWith(fill.trimEnd())).toBe(true);
  });

  test('keeps a code block closed, and a closed span whole', () => {
    const block = cutBlock(`\`\`\`\n${`${x(60)}\n`.repeat(30)}\`\`\``, 800);
    expect(block.split('```')).toHaveLength(3);
    const span = cutBlock(`${fill}\`kept\` ${x(500)}`, 800);
    expect(span).toContain('`kept`');
  });
});
