import { expect, test } from 'vitest';
import { changes as file } from '../../commands/changes.js';
import type { Context } from '../../commands/context.js';
import { changeReply } from '../../src/changes/card.js';
import type { Change } from '../../src/changes/change.js';
import type { Changes } from '../../src/changes/changes.js';
import { parseCustomId } from '../../src/discord/custom-id.js';
import { UserError } from '../../src/errors.js';
import { press, readingContext, run } from '../support/reading-context.js';
import { CONFIRMED, MAREK, moved, payouts, ROW, shown, SOFIA, unanswered } from './samples.js';

/** Commands with one change; what the engine was asked is in `asked`. */
function contextWith(change: Change, memberId: string) {
  const asked: unknown[] = [];
  const service: Partial<Changes> = {
    find: async () => change,
    row: async () => ROW,
    entries: async () => [],
    async list(_guildId, filter) {
      asked.push(filter);
      return [change];
    },
    async confirm(_asker, confirmed) {
      asked.push(confirmed);
      throw new UserError('Second person needed', '');
    },
    async freeze(_by, reason) {
      asked.push(reason);
    },
  };
  const member = { id: memberId, name: '', roleIds: ['50'], permissions: 0n };
  const context: Context = {
    ...readingContext({}),
    member,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these alone are called
    changes: service as Changes,
  };
  return { context, asked };
}

const open = (change: Change) => changeReply(change, ROW, { isCopy: true });

test('every button and form of a change has its action', () => {
  const kinds = new Set(file.actions.map(({ kind }) => kind));
  const replies = [
    moved(),
    payouts(),
    moved({ ...CONFIRMED, state: 'unknown', outcome: unanswered }),
    moved({ state: 'expired' }),
  ].map(open);
  const ids = replies.flatMap(({ rows = [] }) =>
    rows.flatMap((row) => ('select' in row ? [row.select] : row.flatMap(({ id }) => id ?? []))),
  );
  expect(new Set(ids).size).toBeGreaterThan(5);
  for (const id of [...ids, 'change-typed:1', 'change-checked:1', 'changes:any:all:1'])
    expect(kinds).toContain(parseCustomId(id).kind);
});

test('who may confirm gets the form, anybody else the refusal at once', async () => {
  const action = file.actions.find(({ kind }) => kind === 'change-type');
  const click = { args: ['9'], selected: [], fields: {} };
  const second = contextWith(payouts({ expiresAt: Infinity }), SOFIA);
  const form = await action?.run(click, second.context);
  expect(form && shown(form)[0]).toBe('form Confirm #9: cedar-ridge-hydro');
  expect(second.asked).toEqual([]);
  const own = contextWith(payouts({ expiresAt: Infinity }), MAREK);
  await expect(action?.run(click, own.context)).rejects.toThrow('Second person needed');
  expect(own.asked).toEqual([{ number: 9, typed: [] }]);
});

test('the list asks for what its options and buttons say', async () => {
  const { context, asked } = contextWith(moved(), SOFIA);
  const reply = await run(file, ['changes list', { state: 'unknown' }], context);
  await press(file, [reply, 'Mine'], context);
  await press(file, [reply, 'Open'], context);
  await press(file, [reply, 'All'], context);
  expect(asked).toEqual([{ states: ['unknown'] }, { requester: SOFIA }, { isOpen: true }, {}]);
});

test('a change is shown by its number, from the command and from the list', async () => {
  const { context } = contextWith(moved(), SOFIA);
  const reply = await run(file, ['changes show', { id: '#1' }], context);
  expect(shown(reply).at(-1)).toContain('[Open the card');
  const list = await run(file, ['changes list'], context);
  expect(await press(file, [list, { selected: '1' }], context)).toEqual(reply);
  await expect(run(file, ['changes show', { id: 'x' }], context)).rejects.toThrow('No such change');
});

test('freezing passes its reason on', async () => {
  const { context, asked } = contextWith(moved(), SOFIA);
  const reply = await run(file, ['changes freeze', { reason: 'stolen' }], context);
  expect(asked).toEqual(['stolen']);
  expect(shown(reply)).toContain('Reason: stolen');
});

test('an export as CSV counts the changes', async () => {
  const { context } = contextWith(moved(), SOFIA);
  const reply = await run(file, ['changes export', { format: 'csv' }], context);
  expect(shown(reply)).toEqual(['good | Changes · 1', 'file: changes.csv']);
});
