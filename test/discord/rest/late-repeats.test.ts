import { REST, type RESTOptions } from 'discord.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooLateToRepeat, withoutLateRepeats } from '../../../src/discord/rest/late-repeats.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Each try meets the next of these. */
function restOf(...tries: (() => Response)[]) {
  const asked: string[] = [];
  const makeRequest: RESTOptions['makeRequest'] = async (_url, { method = '' }) => {
    const next = tries[asked.length];
    asked.push(method);
    if (next === undefined) throw new Error('asked too often');
    return next();
  };
  const rest = new REST({ makeRequest: withoutLateRepeats(makeRequest) }).setToken('token');
  return { rest, asked };
}

const taken = () => Response.json({ id: '1' });
const failed = () => new Response('', { status: 500 });
/** The process stands still, then finds that no answer came. */
const standsStill = (ms: number) => () => {
  vi.advanceTimersByTime(ms);
  throw Object.assign(new Error('aborted'), { name: 'AbortError' });
};

test('what got no answer is posted again within a minute', async () => {
  const { rest, asked } = restOf(standsStill(15_000), failed, taken);
  expect(await rest.post('/channels/1/messages', { body: { nonce: '1' } })).toEqual({ id: '1' });
  expect(asked).toEqual(['POST', 'POST', 'POST']);
});

test('a process that stood still for longer posts nothing again', async () => {
  const { rest, asked } = restOf(standsStill(61_000), taken);
  await expect(rest.post('/channels/1/messages')).rejects.toThrow(TooLateToRepeat);
  expect(asked).toEqual(['POST']);
});

test('also not where it stands still after an answer that tells nothing', async () => {
  const { rest, asked } = restOf(failed, standsStill(61_000), taken);
  await expect(rest.post('/channels/1/messages')).rejects.toThrow(TooLateToRepeat);
  expect(asked).toEqual(['POST', 'POST']);
});

test('an edit may be repeated at any time, and each request counts by itself', async () => {
  const { rest, asked } = restOf(standsStill(61_000), taken, taken);
  await rest.patch('/channels/1/messages/2');
  await rest.post('/channels/1/messages');
  expect(asked).toEqual(['PATCH', 'PATCH', 'POST']);
});
