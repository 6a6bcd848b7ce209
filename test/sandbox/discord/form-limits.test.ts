import { describe, expect, test } from 'vitest';
import { useScene } from './bot.js';

const scene = useScene();
const text = (length: number) => 'x'.repeat(length);
const input = (part: object = {}) => ({ type: 4, custom_id: 'i', style: 1, ...part });
const label = (component: object, part: object = {}) => ({
  type: 18,
  label: 'l',
  component,
  ...part,
});
const form = (part: object) => ({
  custom_id: 'f',
  title: 't',
  components: [label(input())],
  ...part,
});
const holding = (...components: object[]) => form({ components });
const labels = (count: number) =>
  holding(...Array.from({ length: count }, (_, index) => label(input({ custom_id: `${index}` }))));

const MODALS: [string, object, object][] = [
  ['title of 45', form({ title: text(45) }), form({ title: text(46) })],
  ['a title', form({ title: 't' }), form({ title: '' })],
  ['custom_id of 100', form({ custom_id: text(100) }), form({ custom_id: text(101) })],
  ['5 labels', labels(5), labels(6)],
  ['some label', labels(1), labels(0)],
  [
    'label of 45',
    holding(label(input(), { label: text(45) })),
    holding(label(input(), { label: text(46) })),
  ],
  [
    'label description of 100',
    holding(label(input(), { description: text(100) })),
    holding(label(input(), { description: text(101) })),
  ],
  [
    'text value of 4,000',
    holding(label(input({ value: text(4000) }))),
    holding(label(input({ value: text(4001) }))),
  ],
  [
    'value within max_length',
    holding(label(input({ value: text(5), max_length: 5 }))),
    holding(label(input({ value: text(6), max_length: 5 }))),
  ],
  [
    'min_length to max_length',
    holding(label(input({ min_length: 5, max_length: 5 }))),
    holding(label(input({ min_length: 6, max_length: 5 }))),
  ],
  [
    'placeholder of 100',
    holding(label(input({ placeholder: text(100) }))),
    holding(label(input({ placeholder: text(101) }))),
  ],
  [
    'unique custom_ids',
    holding(label(input()), label(input({ custom_id: 'j' }))),
    holding(label(input()), label(input())),
  ],
  [
    'one label for an input in a Label',
    holding(label(input())),
    holding(label(input({ label: 'x' }))),
  ],
  [
    'a label for an input in a row',
    holding({ type: 1, components: [input({ label: 'x' })] }),
    holding({ type: 1, components: [input()] }),
  ],
  [
    'no button',
    holding(label(input())),
    holding(label({ type: 2, style: 1, label: 'b', custom_id: 'b' })),
  ],
];

describe.each(MODALS)('a form with %s', (_name, accepted, refused) => {
  test('is taken, and is the limit', async () => {
    const { respond, outcome } = await scene.taken((me) => me.command('setup key'));
    expect(await respond({ type: 9, data: refused })).toMatchObject({
      status: 400,
      json: { code: 50035 },
    });
    expect(await respond({ type: 9, data: accepted })).toMatchObject({ status: 204 });
    expect((await outcome).modal).toEqual(accepted);
  });
});

const choices = (count: number, part: object = {}) => ({
  choices: Array.from({ length: count }, (_, index) => ({ name: 'n', value: `${index}`, ...part })),
});

const COMPLETIONS: [string, object, object][] = [
  ['25 choices', choices(25), choices(26)],
  ['name of 100', choices(1, { name: text(100) }), choices(1, { name: text(101) })],
  ['a name', choices(1, { name: 'n' }), choices(1, { name: '' })],
  ['value of 100', choices(1, { value: text(100) }), choices(1, { value: text(101) })],
  ['a value', choices(1, { value: 'v' }), choices(1, { value: '' })],
  ['text for a text option', choices(1, { value: 'v' }), choices(1, { value: 1 })],
];

describe.each(COMPLETIONS)('completion with %s', (_name, accepted, refused) => {
  test('is taken, and is the limit', async () => {
    let offered: unknown;
    const { respond } = await scene.taken(async (me) => {
      offered = me.complete('summary', { subaccount: 'a' }, 'subaccount');
      await offered;
      throw new Error('Not an outcome');
    });
    expect(await respond({ type: 8, data: refused })).toMatchObject({
      status: 400,
      json: { code: 50035 },
    });
    expect(await respond({ type: 8, data: accepted })).toMatchObject({ status: 204 });
    expect({ choices: await offered }).toEqual(accepted);
  });
});
