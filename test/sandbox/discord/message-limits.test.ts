import { describe, expect, test } from 'vitest';
import { useScene, type Answer } from './bot.js';

const scene = useScene();
const post = (body: unknown): Promise<Answer> =>
  scene.send('POST', `/channels/${scene.channelId}/messages`, body);

const text = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const embed = (part: object) => ({ embeds: [part] });
const field = (part: object) => embed({ fields: [{ name: 'n', value: 'v', ...part }] });
const row = (...components: object[]) => ({ type: 1, components });
const inRow = (...components: object[]) => ({ components: [row(...components)] });
const button = (part: object = {}) => ({ type: 2, style: 1, label: 'b', custom_id: 'id', ...part });
const buttons = (count: number) => many(count, (index) => button({ custom_id: `id${index}` }));
const options = (count: number) => many(count, (index) => ({ label: 'o', value: `v${index}` }));
const select = (part: object = {}) => ({ type: 3, custom_id: 's', options: options(2), ...part });
const option = (part: object) => select({ options: [{ label: 'o', value: 'v', ...part }] });
const totalling = (length: number) => ({
  embeds: [{ description: text(4000) }, { description: text(length - 4000) }],
});

/** What is just accepted, what is just refused, and where the fault is. */
const LIMITS: [string, unknown, unknown, string][] = [
  ['content of 2,000', { content: text(2000) }, { content: text(2001) }, 'content'],
  [
    '10 embeds',
    { embeds: many(10, () => ({ title: 't' })) },
    { embeds: many(11, () => ({ title: 't' })) },
    'embeds',
  ],
  ['title of 256', embed({ title: text(256) }), embed({ title: text(257) }), 'embeds.0.title'],
  [
    'description of 4,096',
    embed({ description: text(4096) }),
    embed({ description: text(4097) }),
    'embeds.0.description',
  ],
  [
    '25 fields',
    embed({ fields: many(25, () => ({ name: 'n', value: 'v' })) }),
    embed({ fields: many(26, () => ({ name: 'n', value: 'v' })) }),
    'embeds.0.fields',
  ],
  [
    'field name of 256',
    field({ name: text(256) }),
    field({ name: text(257) }),
    'embeds.0.fields.0.name',
  ],
  [
    'field value of 1,024',
    field({ value: text(1024) }),
    field({ value: text(1025) }),
    'embeds.0.fields.0.value',
  ],
  ['a field value', field({ value: 'v' }), field({ value: ' ' }), 'embeds.0.fields.0.value'],
  [
    'footer of 2,048',
    embed({ footer: { text: text(2048) } }),
    embed({ footer: { text: text(2049) } }),
    'embeds.0.footer.text',
  ],
  [
    'author of 256',
    embed({ author: { name: text(256) } }),
    embed({ author: { name: text(257) } }),
    'embeds.0.author.name',
  ],
  ['6,000 in all', totalling(6000), totalling(6001), 'embeds'],
  [
    '6,000 of every kind',
    embed({
      title: text(256),
      description: text(4096),
      author: { name: text(256) },
      footer: { text: text(392) },
      fields: [{ name: text(100), value: text(900) }],
    }),
    embed({
      title: text(256),
      description: text(4096),
      author: { name: text(256) },
      footer: { text: text(392) },
      fields: [{ name: text(101), value: text(900) }],
    }),
    'embeds',
  ],
  [
    '5 rows',
    { components: many(5, (index) => row(button({ custom_id: `${index}` }))) },
    { components: many(6, (index) => row(button({ custom_id: `${index}` }))) },
    'components',
  ],
  ['5 buttons', inRow(...buttons(5)), inRow(...buttons(6)), 'components.0.components'],
  [
    '1 select',
    inRow(select()),
    inRow(select(), select({ custom_id: 't' })),
    'components.0.components',
  ],
  ['an unmixed row', inRow(select()), inRow(button(), select()), 'components.0.components'],
  ['a row with something in it', inRow(button()), inRow(), 'components.0.components'],
  ['rows at the top', inRow(button()), { components: [button()] }, 'components.0.type'],
  [
    'label of 80',
    inRow(button({ label: text(80) })),
    inRow(button({ label: text(81) })),
    'components.0.components.0.label',
  ],
  [
    'a label or emoji',
    inRow(button({ label: undefined, emoji: { name: '🔥' } })),
    inRow(button({ label: '' })),
    'components.0.components.0.label',
  ],
  [
    'custom_id of 100',
    inRow(button({ custom_id: text(100) })),
    inRow(button({ custom_id: text(101) })),
    'components.0.components.0.custom_id',
  ],
  [
    'a custom_id',
    inRow(button()),
    inRow(button({ custom_id: undefined })),
    'components.0.components.0.custom_id',
  ],
  [
    'unique custom_ids',
    inRow(button(), button({ custom_id: 'other' })),
    { components: [row(button()), row(button())] },
    'components.1.components.0.custom_id',
  ],
  [
    'a link button',
    inRow({ type: 2, style: 5, label: 'l', url: 'https://a.example' }),
    inRow({ type: 2, style: 5, label: 'l' }),
    'components.0.components.0.url',
  ],
  [
    'a link without custom_id',
    inRow({ type: 2, style: 5, label: 'l', url: 'https://a.example' }),
    inRow({ type: 2, style: 5, label: 'l', custom_id: 'x', url: 'https://a.example' }),
    'components.0.components.0.custom_id',
  ],
  [
    'url of 512',
    inRow({ type: 2, style: 5, label: 'l', url: `https://a.example/${text(494)}` }),
    inRow({ type: 2, style: 5, label: 'l', url: `https://a.example/${text(495)}` }),
    'components.0.components.0.url',
  ],
  [
    '25 select options',
    inRow(select({ options: options(25) })),
    inRow(select({ options: options(26) })),
    'components.0.components.0.options',
  ],
  [
    'some select option',
    inRow(select({ options: options(1) })),
    inRow(select({ options: [] })),
    'components.0.components.0.options',
  ],
  [
    'option label of 100',
    inRow(option({ label: text(100) })),
    inRow(option({ label: text(101) })),
    'components.0.components.0.options.0.label',
  ],
  [
    'option value of 100',
    inRow(option({ value: text(100) })),
    inRow(option({ value: text(101) })),
    'components.0.components.0.options.0.value',
  ],
  [
    'option description of 100',
    inRow(option({ description: text(100) })),
    inRow(option({ description: text(101) })),
    'components.0.components.0.options.0.description',
  ],
  [
    'unique option values',
    inRow(select()),
    inRow(select({ options: [...options(1), ...options(1)] })),
    'components.0.components.0.options.1.value',
  ],
  [
    'placeholder of 150',
    inRow(select({ placeholder: text(150) })),
    inRow(select({ placeholder: text(151) })),
    'components.0.components.0.placeholder',
  ],
  [
    'max_values as options',
    inRow(select({ max_values: 2 })),
    inRow(select({ max_values: 3 })),
    'components.0.components.0.max_values',
  ],
  [
    'min_values to max_values',
    inRow(select({ min_values: 2, max_values: 2 })),
    inRow(select({ min_values: 2, max_values: 1 })),
    'components.0.components.0.min_values',
  ],
  ['nonce of 25', { content: 'x', nonce: text(25) }, { content: 'x', nonce: text(26) }, 'nonce'],
  [
    'a nonce to enforce',
    { content: 'x', nonce: 'n', enforce_nonce: true },
    { content: 'x', enforce_nonce: true },
    'nonce',
  ],
  [
    'mentions said once',
    { content: 'x', allowed_mentions: { parse: ['roles'], users: ['1'] } },
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
    'allowed_mentions',
  ],
  ['text for content', { content: 'x' }, { content: 5 }, 'content'],
  [
    'a colour of 24 bits',
    embed({ title: 't', color: 0xffffff }),
    embed({ title: 't', color: 0x1000000 }),
    'embeds.0.color',
  ],
];

const CASES = LIMITS.map(([name, accepted, refused, where]) => {
  return { name, accepted, refused, where };
});

describe.each(CASES)('$name', ({ accepted, refused, where }) => {
  test('is taken', async () => {
    expect(await post(accepted)).toMatchObject({ status: 200 });
    expect(scene.discord.refusals).toEqual([]);
  });

  test('is the limit', async () => {
    const answer = await post(refused);
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 50035, message: 'Invalid Form Body' },
    });
    expect(paths(answer.json['errors'])).toContain(where);
    expect(scene.discord.refusals).toHaveLength(1);
    expect(scene.discord.refusals[0]).toContain(`${where}: `);
    expect(scene.discord.messages(scene.channelId)).toEqual([]);
  });
});

/** The dotted paths that carry `_errors`. */
function paths(node: unknown, at: string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) =>
    key === '_errors' ? [at.join('.')] : paths(inner, [...at, key]),
  );
}

test.each([{}, { content: '  ' }, { embeds: [{}] }, { embeds: [], components: [] }])(
  'an empty message is refused: %j',
  async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, json: { code: 50006 } });
  },
);

test('an edit may not empty a message, and is held to the same limits', async () => {
  const { json } = await post({ content: 'x' });
  const route = `/channels/${scene.channelId}/messages/${String(json['id'])}`;
  const edit = (body: unknown) => scene.send('PATCH', route, body);
  expect(await edit({ content: '' })).toMatchObject({ json: { code: 50006 } });
  expect(await edit({ content: text(2001) })).toMatchObject({ json: { code: 50035 } });
  expect(await edit(inRow(...buttons(6)))).toMatchObject({ json: { code: 50035 } });
  expect(await edit({ embeds: [{ title: 'y' }], content: null })).toMatchObject({ status: 200 });
});

test('answers and follow-ups are held to the same limits', async () => {
  const { respond, hook } = await scene.taken((me) => me.command('summary'));
  const tooMuch = totalling(6001);
  const answer = await respond({ type: 4, data: tooMuch });
  expect(paths(answer.json['errors'])).toEqual(['data.embeds']);
  expect(await respond({ type: 5 })).toMatchObject({ status: 204 });
  for (const [method, path] of [
    ['PATCH', '/messages/@original'],
    ['POST', ''],
  ] as const) {
    expect(await hook(method, path, tooMuch)).toMatchObject({ json: { code: 50035 } });
    expect(await hook(method, path, {})).toMatchObject({ json: { code: 50006 } });
  }
  expect(await hook('PATCH', '/messages/@original', totalling(6000))).toMatchObject({
    status: 200,
  });
});

test('what is no JSON object is refused', async () => {
  expect(await post([])).toMatchObject({ status: 400, json: { code: 50035 } });
  const response = await fetch(`${scene.discord.apiUrl}/v10/channels/${scene.channelId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${scene.discord.token}` },
    body: '{',
  });
  expect(await response.json()).toMatchObject({ code: 50109 });
});

test('half a surrogate pair is refused, a whole one taken', async () => {
  expect((await post({ content: 'pick \u26cf\ufe0f \ud83d\ude00' })).status).toBe(200);
  expect(await post({ content: 'half \ud83d' })).toMatchObject({
    status: 400,
    json: { code: 50109 },
  });
});
