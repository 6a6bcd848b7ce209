import { expect, test } from 'vitest';
import { createBodyResponses } from '../../../src/discord/endpoint/body-responses.js';
import type {
  Delivery,
  FirstResponse,
  InteractionRest,
} from '../../../src/discord/rest/interaction-rest.js';

const HANDLE = { id: '1', applicationId: '2', token: 't', receivedAt: 0 };
const REPLY: FirstResponse = { kind: 'reply', reply: { content: 'hi' }, ephemeral: true };
const UPDATE: FirstResponse = { kind: 'update', reply: { content: 'hi' } };
const WITH_FILE: FirstResponse = {
  ...REPLY,
  reply: { content: 'hi', files: [{ name: 'a.csv', data: Buffer.from('a') }] },
};

/** An interaction whose HTTP request is waiting, and everything sent either way. */
function waiting(given: { arrives?: boolean; callback?: Delivery['kind'] } = {}) {
  const { arrives = true, callback = 'delivered' } = given;
  const sent: unknown[] = [];
  const answers = createBodyResponses();
  const none = async () => ({ kind: 'gone' as const });
  const rest: InteractionRest = {
    async respond(_to, { kind }, lasting) {
      sent.push(lasting === true ? `callback: ${kind}, lasting` : `callback: ${kind}`);
      return { kind: callback };
    },
    edit: none,
    withdraw: none,
    followUp: none,
  };
  answers.open('1', {
    async give(status, json) {
      sent.push(json === undefined ? status : [status, json]);
      return arrives;
    },
  });
  return { sent, answers, rest: answers.before(rest, new Map()) };
}

test('a whole answer is the body, and Discord’s own JSON', async () => {
  const { sent, rest } = waiting();
  expect(await rest.respond(HANDLE, REPLY)).toEqual({ kind: 'delivered' });
  expect(sent).toMatchObject([[200, { type: 4, data: { content: 'hi', flags: 64 } }]]);
});

test.each<[string, FirstResponse]>([
  ['an update', UPDATE],
  ['choices', { kind: 'choices', choices: [] }],
  ['a form', { kind: 'modal', modal: { title: 'a', custom_id: 'b', components: [] } }],
])('%s too', async (_name, first) => {
  const { sent, rest } = waiting();
  await rest.respond(HANDLE, first);
  expect(sent).toMatchObject([[200, {}]]);
});

test.each<[string, { first: FirstResponse; lasting?: boolean }]>([
  ['what has files', { first: WITH_FILE }],
  ['what more will follow', { first: REPLY, lasting: true }],
  ['an update that more will follow', { first: UPDATE, lasting: true }],
  ['a deferral', { first: { kind: 'defer', ephemeral: false } }],
  ['a deferral of an update', { first: { kind: 'defer-update' } }],
])('%s goes to the callback, and then 202', async (_name, given) => {
  const { first, lasting = false } = given;
  const { sent, rest } = waiting();
  expect(await rest.respond(HANDLE, first, lasting)).toEqual({ kind: 'delivered' });
  expect(sent).toEqual([`callback: ${first.kind}${lasting ? ', lasting' : ''}`, 202]);
});

test('a body that nobody took goes to the callback', async () => {
  const { sent, rest } = waiting({ arrives: false });
  expect(await rest.respond(HANDLE, REPLY)).toEqual({ kind: 'delivered' });
  expect(sent).toHaveLength(2);
  expect(sent.at(-1)).toBe('callback: reply');
});

test('where Discord has an answer then, it may be this body', async () => {
  const { rest } = waiting({ arrives: false, callback: 'taken' });
  expect(await rest.respond(HANDLE, REPLY)).toEqual({ kind: 'arrived-before' });
});

test('that somebody else answered what goes to the callback is said as it is', async () => {
  const { rest } = waiting({ callback: 'taken' });
  expect(await rest.respond(HANDLE, WITH_FILE)).toEqual({ kind: 'taken' });
});

test('what has no HTTP request any more goes to the callback', async () => {
  const { sent, answers, rest } = waiting();
  answers.close('1');
  await rest.respond(HANDLE, REPLY);
  expect(sent).toEqual(['callback: reply']);
});

test('a second delivery is noticed while the first one waits', () => {
  const { answers } = waiting();
  const second = { give: async () => true };
  expect(answers.open('1', second)).toBe(false);
  expect(answers.open('2', second)).toBe(true);
  answers.close('1');
  expect(answers.open('1', second)).toBe(true);
});
