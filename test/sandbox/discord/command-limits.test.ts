import { describe, expect, test } from 'vitest';
import { useScene } from './bot.js';

const scene = useScene();
const text = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const command = (part: object = {}) => ({ name: 'c', description: 'd', ...part });
const option = (part: object = {}) => ({ type: 3, name: 'o', description: 'd', ...part });
const having = (...options: object[]) => [command({ options })];
const choices = (count: number) =>
  many(count, (index) => ({ name: `n${index}`, value: `v${index}` }));
const choice = (...parts: object[]) =>
  having(option({ choices: parts.map((part) => ({ name: 'n', value: 'v', ...part })) }));
const sub = (part: object = {}) => ({ type: 1, name: 's', description: 'd', ...part });
const group = (part: object = {}) => ({
  type: 2,
  name: 'g',
  description: 'd',
  options: [sub()],
  ...part,
});

/** A command with exactly this many characters in total. */
function weighing(total: number): object[] {
  // Each option: a name of 3, a description of 97, and 3 choices of 100 + 100.
  const options = many(11, (index) =>
    option({
      name: `o${String(index).padStart(2, '0')}`,
      description: text(97),
      choices: many(3, (at) => ({ name: `${at}${text(99)}`, value: `${at}${text(99)}` })),
    }),
  );
  const rest = total - 11 * 700 - 2;
  return [
    command({
      options: [
        ...options,
        option({ name: 'p'.repeat(32), description: text(100) }),
        option({ name: 'q'.repeat(32), description: text(100) }),
        option({ name: 'r', description: text(rest - 265) }),
      ],
    }),
  ];
}

const COMMANDS: [string, object[], unknown][] = [
  [
    '100 commands',
    many(100, (index) => command({ name: `c${index}` })),
    many(101, (index) => command({ name: `c${index}` })),
  ],
  ['unique names', [command(), command({ name: 'b' })], [command(), command()]],
  ['name of 32', [command({ name: text(32) })], [command({ name: text(33) })]],
  ['lower case', [command({ name: 'dev-fee_2é' })], [command({ name: 'Dev' })]],
  ['a name without spaces', [command({ name: 'a-b' })], [command({ name: 'a b' })]],
  ['a description', [command()], [command({ description: '' })]],
  [
    'description of 100',
    [command({ description: text(100) })],
    [command({ description: text(101) })],
  ],
  [
    '25 options',
    having(...many(25, (index) => option({ name: `o${index}` }))),
    having(...many(26, (index) => option({ name: `o${index}` }))),
  ],
  ['unique options', having(option(), option({ name: 'p' })), having(option(), option())],
  ['an option in lower case', having(option({ name: 'from' })), having(option({ name: 'From' }))],
  [
    'required options first',
    having(option({ required: true }), option({ name: 'p' })),
    having(option(), option({ name: 'p', required: true })),
  ],
  [
    '25 choices',
    having(option({ choices: choices(25) })),
    having(option({ choices: choices(26) })),
  ],
  ['choice name of 100', choice({ name: text(100) }), choice({ name: text(101) })],
  ['choice value of 100', choice({ value: text(100) }), choice({ value: text(101) })],
  ['unique choice names', choice({}, { name: 'm', value: 'w' }), choice({}, { value: 'w' })],
  ['unique choice values', choice({}, { name: 'm', value: 'w' }), choice({}, { name: 'm' })],
  [
    'choices or autocomplete',
    having(option({ autocomplete: true })),
    having(option({ autocomplete: true, choices: choices(1) })),
  ],
  [
    'min to max',
    having(option({ min_length: 2, max_length: 2 })),
    having(option({ min_length: 3, max_length: 2 })),
  ],
  ['subcommands alone', having(sub()), having(sub(), option())],
  ['one level of groups', having(group()), having(group({ options: [group()] }))],
  [
    'options in a subcommand',
    having(sub({ options: [option()] })),
    having(sub({ options: [sub()] })),
  ],
  ['8,000 characters', weighing(8000), weighing(8001)],
  [
    'permissions as text',
    [command({ default_member_permissions: '32' })],
    [command({ default_member_permissions: 32 })],
  ],
  ['known contexts', [command({ contexts: [0] })], [command({ contexts: [9] })]],
  ['a list', [], {}],
];

describe.each(COMMANDS)('commands with %s', (_name, accepted, refused) => {
  test('are taken, and are the limit', async () => {
    const route = `/applications/${scene.discord.applicationId}/commands`;
    expect(await scene.send('PUT', route, refused)).toMatchObject({
      status: 400,
      json: { code: 50035 },
    });
    expect(scene.discord.commands()).toEqual([]);
    expect(await scene.send('PUT', route, accepted)).toMatchObject({ status: 200 });
    expect(scene.discord.commands()).toMatchObject(accepted);
  });
});

test('a guild has commands of its own, which show beside those of their name', async () => {
  const base = `/applications/${scene.discord.applicationId}`;
  await scene.send('PUT', `${base}/commands`, [command(), command({ name: 'a' })]);
  await scene.send('PUT', `${base}/guilds/${scene.guild.id}/commands`, [
    command({ description: 'own' }),
  ]);
  expect(scene.discord.commands(scene.guild.id)).toMatchObject([
    { name: 'c', description: 'own', guild_id: scene.guild.id },
    { name: 'c' },
    { name: 'a' },
  ]);
  expect(scene.discord.commands()).toHaveLength(2);
});

test('a command keeps its id when it is registered again', async () => {
  const route = `/applications/${scene.discord.applicationId}/commands`;
  await scene.send('PUT', route, [command()]);
  const before = scene.discord.commands()[0]?.id;
  await scene.send('PUT', route, [command({ name: 'other' }), command({ description: 'new' })]);
  expect(scene.discord.commands()[1]).toMatchObject({ id: before, description: 'new' });
});
