import { assert, array, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { withCommandMentions } from '../../../src/discord/limits/command-mentions.js';
import { readCommandIds } from '../../../src/discord/limits/command-ids.js';
import { helpReply } from '../../../src/views/setup/help.js';

/** Commands named in a sentence can be tapped, once Discord has given their ids. */

const ids = new Map([
  ['summary', '1234567890123456789'],
  ['changes show', '222'],
]);
const description = (text: string) =>
  withCommandMentions({ embeds: [{ description: text }] }, ids).embeds?.[0]?.description;

test.each([
  ['Run `/summary`.', 'Run </summary:1234567890123456789>.'],
  ['`/changes show id:14`', '</changes show:222> `id:14`'],
  ['`/changes list` and `/changes`', '`/changes list` and `/changes`'],
  ['`/summary/x` /summary `x /summary`', '`/summary/x` /summary `x /summary`'],
  ['```\n`/summary`\n``` `/summary`', '```\n`/summary`\n``` </summary:1234567890123456789>'],
])('%s', (text, tappable) => {
  expect(description(text)).toBe(tappable);
});

test('stay as they are where no id is known', () => {
  const reply = { content: '`/summary`', embeds: [{ description: '`/summary`' }] };
  expect(withCommandMentions(reply, new Map())).toBe(reply);
});

test('help leaves room for all of them', () => {
  const paths = Array.from({ length: 40 }, (_, index) => `setup part-${'abcdefgh'[index % 8]}`);
  const about = {
    description: 'd'.repeat(50),
    access: 'viewer',
    options: [],
    examples: [],
  } as const;
  const help = helpReply(
    paths.map((path) => ({ path, ...about })),
    'ask',
  );
  const known = new Map(['help', 'summary', ...paths].map((path) => [path, '1'.repeat(20)]));
  expect(JSON.stringify(withCommandMentions(help, known))).not.toContain('`/setup');
});

test('never make a message longer than Discord takes', () => {
  const piece = constantFrom('`/summary` ', '`/changes show id:1` ', 'x'.repeat(300));
  const text = array(piece, { maxLength: 300, size: 'max' }).map((all) => all.join(''));
  assert(
    property(text, text, text, (one, two, three) => {
      const given = {
        content: one.slice(0, 2_000),
        embeds: [
          {
            title: 'a title',
            description: two.slice(0, 4_096),
            fields: [{ name: 'a name', value: three.slice(0, 1_024) }],
          },
        ],
      };
      const { content = '', embeds = [] } = withCommandMentions(given, ids);
      const [{ description: long = '', fields = [] } = {}] = embeds;
      const value = fields[0]?.value ?? '';
      expect(content.length).toBeLessThanOrEqual(2_000);
      expect(long.length).toBeLessThanOrEqual(4_096);
      expect(value.length).toBeLessThanOrEqual(1_024);
      expect(13 + long.length + value.length).toBeLessThanOrEqual(6_000);
    }),
  );
});

test('are known by what Discord answers to their registration', () => {
  const sub = { type: 1, name: 'show', description: '' };
  expect(
    readCommandIds([
      { id: '1', name: 'summary', options: [{ type: 3, name: 'site' }] },
      { id: '2', name: 'changes', options: [sub, { ...sub, name: 'list' }] },
    ]),
  ).toEqual([
    ['summary', '1'],
    ['changes show', '2'],
    ['changes list', '2'],
  ]);
  for (const odd of [null, {}, [{ id: 'x', name: 'summary' }]])
    expect(readCommandIds(odd)).toEqual([]);
});
