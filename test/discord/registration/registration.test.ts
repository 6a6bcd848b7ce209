import { Keyv } from 'keyv';
import { pino } from 'pino';
import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import {
  registerCommands,
  type RegistrationParts,
} from '../../../src/discord/registration/registration.js';

const COMMANDS = [{ name: 'summary', description: 'Shows the pool', options: [] }];

/** Each PUT gets the next of `answers`: an error, or success. */
function register(answers: readonly (Error | null)[], signal = AbortSignal.timeout(10_000)) {
  const puts: unknown[] = [];
  const rest: RegistrationParts['rest'] = Object({
    async put(_route: string, { body }: { body: unknown }) {
      const error = answers[puts.push(body) - 1];
      if (error instanceof Error) throw error;
    },
  });
  const store: RegistrationParts['store'] = Object({ namespace: () => new Keyv() });
  const log = pino({ level: 'silent' });
  const outcome = registerCommands(COMMANDS, { rest, store, log, applicationId: '1', signal });
  return { puts, outcome };
}

const refusal = (code: number | string) =>
  new DiscordAPIError({ code: Number(code), message: 'no' }, code, 400, 'PUT', 'url', {});

test('a failure is tried again', async () => {
  const { puts, outcome } = register([new Error('reset'), null]);
  expect(await outcome).toBe('registered');
  expect(puts).toEqual([COMMANDS, COMMANDS]);
});

test('what Discord calls invalid is not sent again', async () => {
  const { puts, outcome } = register([refusal(50_035)]);
  expect(await outcome).toBe('refused');
  expect(puts).toHaveLength(1);
});

test('a stop ends the trying', async () => {
  const stopping = new AbortController();
  const { outcome } = register([new Error('reset')], stopping.signal);
  setImmediate(() => stopping.abort());
  expect(await outcome).toBe('stopped');
});
