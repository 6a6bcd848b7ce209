import { expect, test } from 'vitest';
import type { Context } from '../../commands/context.js';
import { paymentSettings } from '../../commands/payment-settings.js';
import type { Changes } from '../../src/changes/changes.js';
import type { Answer } from '../../src/discord/command.js';
import { parseCustomId } from '../../src/discord/custom-id.js';
import type { Form } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { paymentSettings as schema } from '../../src/pool/schemas.js';
import { listOf, readingContext, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';
import { COLD, payouts, TREASURY } from './samples.js';

const NAME = 'cedar-ridge-hydro';
const RECORD = {
  subaccount: { id: 7, name: NAME },
  status: 'ACTIVE',
  payment_frequency: 'DAILY',
  day_of_week: 'UNSPECIFIED',
  next_payout_at: '2026-11-29T09:00:00Z',
  addresses: [
    {
      address_id: 1,
      address_name: 'BTC treasury',
      external_address: TREASURY,
      revenue_allocation: 100,
    },
  ],
};

type Propose = Changes['propose'];

interface Desk {
  readonly context: Context;
  /** What was requested, oldest first. */
  readonly requests: Parameters<Propose>[1][];
}

function desk(
  records: readonly object[] = [RECORD],
  { open = [], propose }: { open?: Awaited<ReturnType<Changes['list']>>; propose?: Propose } = {},
): Desk {
  const requests: Parameters<Propose>[1][] = [];
  const reading = readingContext({
    paymentSettings: async () => listOf(records.map((each) => schema.parse(each))),
    subaccountNamed: async () => ({ id: 7, name: NAME }),
    fresh: () => reading.pool,
  });
  const changes: Pick<Changes, 'list' | 'propose'> = {
    list: async () => open,
    async propose(asker, request) {
      requests.push(request);
      return propose ? propose(asker, request) : { content: 'the card' };
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these commands use no more
  return { context: { ...reading, changes: changes as Changes }, requests };
}

function click(id: string | undefined, context: Context, fields: Record<string, string> = {}) {
  const { kind, args } = parseCustomId(id ?? '');
  const action = paymentSettings.actions.find((each) => each.kind === kind);
  if (!action) throw new Error(`No action ${kind}`);
  return action.run({ args, selected: [], fields }, context);
}

function formIn(answer: Answer): Form {
  if (!('form' in answer)) throw new Error('No form');
  return answer;
}

async function openForm(context: Context): Promise<Form> {
  const { rows } = await run(
    paymentSettings,
    ['payment-settings change', { subaccount: NAME }],
    context,
  );
  const [row] = rows ?? [];
  return formIn(await click(Array.isArray(row) ? row[0].id : undefined, context));
}

const TYPED = {
  frequency: 'WEEKLY',
  day: 'MONDAY',
  addresses: `BTC treasury | ${TREASURY} | 60\ncold | ${COLD} | 40%`,
  reason: ' new cold wallet ',
};

async function refusalOf(answer: Promise<Answer>): Promise<UserError> {
  const error = await answer.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error instanceof UserError) return error;
  throw error ?? new Error('Not refused');
}

test('a record that awaits approval and another open change are told first', async () => {
  const open = [payouts({ number: 7, state: 'unknown' })];
  const { context } = desk([{ ...RECORD, status: 'PENDING_APPROVAL' }], { open });
  const text = replyText(
    await run(paymentSettings, ['payment-settings change', { subaccount: NAME }], context),
  );
  expect(text.split('\n').slice(0, 3)).toEqual([
    'warning | BTC payouts of cedar-ridge-hydro',
    '⚠️ The pool says PENDING\\_APPROVAL: another change may be waiting there',
    '⚠️ #7 isn’t finished: outcome unknown',
  ]);
});

test('a day of the week counts for weekly payouts only', async () => {
  const { context, requests } = desk();
  const { form } = await openForm(context);
  await click(form, context, { ...TYPED, frequency: 'MONTHLY', reason: '' });
  expect(requests[0]).toMatchObject({
    reason: null,
    input: { frequency: 'MONTHLY', day: 'UNSPECIFIED' },
  });
});

test.each([
  ['Nothing to change', () => Promise.reject(new UserError('Nothing to change', 'It is so.'))],
  ['No answer from the pool', () => Promise.reject(new PoolError('unreachable'))],
])('what was typed is kept where the answer is "%s"', async (title, propose) => {
  const { context } = desk([RECORD], { propose });
  const { form } = await openForm(context);
  const refused = await refusalOf(click(form, context, TYPED));
  expect(refused.title).toBe(title);
  const again = formIn(await click(refused.buttons[0]?.id, context));
  expect(again.fields[2]?.value).toBe(TYPED.addresses);
});

test('more addresses than a card shows are refused before the form', async () => {
  const addresses = Array.from({ length: 11 }, (_, at) => ({ external_address: `a${at}` }));
  const { context } = desk([{ ...RECORD, addresses }]);
  const answer = run(paymentSettings, ['payment-settings change', { subaccount: NAME }], context);
  expect((await refusalOf(answer)).title).toBe('Too much for one card');
});
