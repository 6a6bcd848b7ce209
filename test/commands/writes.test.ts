import { expect, test } from 'vitest';
import { actions, commands } from '../../commands/index.js';

/**
 * Whatever changes anything declares `writes`, so that it is claimed and acknowledged before it
 * runs. Commands that don't are named here, so that none forgets it unnoticed.
 */

const typed = commands.flatMap((entry) =>
  'subcommands' in entry
    ? entry.subcommands.map((sub) => ({ ...sub, path: `${entry.name} ${sub.name}` }))
    : [{ ...entry, path: entry.name }],
);

const onlyReads = ({ writes, opens }: { writes?: boolean; opens?: 'modal' }) =>
  writes !== true && opens === undefined;

test('the commands that change nothing', () => {
  expect(typed.filter((each) => onlyReads(each)).map(({ path }) => path)).toMatchInlineSnapshot(`
    [
      "summary",
      "revenue",
      "dev-fee",
      "balances",
      "derivatives contracts",
      "derivatives contract",
      "derivatives payments",
      "derivatives positions",
      "miners list",
      "miners export",
      "action status",
      "subaccount list",
      "payment-settings list",
      "payment-settings change",
      "changes list",
      "changes show",
      "changes export",
      "changes accept-restore",
      "daily show",
      "daily off",
      "daily export",
      "alerts remove",
      "alerts rules",
      "alerts list",
      "alerts export",
      "setup show",
      "setup check",
      "setup disconnect",
      "help",
    ]
  `);
});

test('the buttons, menus and forms that change nothing', () => {
  expect(actions.filter((each) => onlyReads(each)).map(({ kind }) => kind)).toMatchInlineSnapshot(`
    [
      "summary",
      "summary-more",
      "by-subaccount",
      "revenue",
      "revenue-csv",
      "dev-fee",
      "dev-fee-csv",
      "contracts",
      "contracts-csv",
      "contract-one",
      "payments",
      "payments-csv",
      "miners",
      "miners-csv",
      "miners-one",
      "failed-miners",
      "subaccounts",
      "subaccounts-csv",
      "payment-settings",
      "payment-settings-csv",
      "changes",
      "changes-only",
      "changes-open",
      "change-details",
      "change-notice",
      "daily-more",
      "alert-show",
    ]
  `);
});

test('what opens a form leaves the writing to the form', () => {
  const opening = [...typed, ...actions].filter(({ opens }) => opens === 'modal');
  expect(opening.filter(({ writes }) => writes === true)).toEqual([]);
  expect(opening.map((each) => ('path' in each ? each.path : each.kind))).toMatchInlineSnapshot(`
    [
      "setup key",
      "payment-change",
      "restore-form",
      "change-form",
      "change-resolve",
      "alert-silence-form",
      "setup-connect",
    ]
  `);
});
