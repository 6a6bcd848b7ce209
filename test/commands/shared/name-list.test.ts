import { describe, expect, test } from 'vitest';
import { knownNames, scopeOf } from '../../../commands/shared/scope.js';
import { autocompleteSubaccounts } from '../../../commands/shared/autocomplete-names.js';
import type { Context } from '../../../src/command.js';
import { subaccountSchema } from '../../../src/pool-api/resources.js';

const NAMES = ['north', 'north, old', 'south'];

/** A server without defaults whose pool lists these names; null = the pool fails. */
function contextWith(names: readonly string[] | null): Context {
  const context = {
    settings: { subaccounts: [] },
    pool: {
      async listSubaccounts(_filter: unknown, page: { number: number }) {
        if (names === null) throw new Error('down');
        const items =
          page.number === 1 ? names.map((name) => subaccountSchema.parse({ name })) : [];
        const notes = { refusedSubaccounts: [], filledInAllSubaccounts: false };
        return { value: { items, pagination: null }, readAt: 0, ...notes };
      },
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a context only what names need
  return context as unknown as Context;
}

const scopeFor = (subaccounts: string, names: readonly string[] | null = NAMES) =>
  scopeOf({ subaccounts }, contextWith(names));

describe('names that were typed', () => {
  test('stay whole where a known one holds a comma, the longest first', async () => {
    expect(await scopeFor('north, old')).toEqual({ subaccountNames: ['north, old'] });
    expect(await scopeFor('south, north, old,north')).toEqual({
      subaccountNames: ['south', 'north, old', 'north'],
    });
    expect(await scopeFor('north, older')).toEqual({ subaccountNames: ['north', 'older'] });
  });

  test('are separated by every comma where the pool does not say which there are', async () => {
    expect(await scopeFor('north, old', null)).toEqual({ subaccountNames: ['north', 'old'] });
  });

  test.each([',', ' ', ' , ,'])(
    'that are none (%j) are refused, and not taken for all',
    async (typed) => {
      await expect(scopeFor(typed)).rejects.toThrow('No subaccount is named there');
      await expect(knownNames(typed, contextWith(NAMES))).rejects.toThrow('No subaccount is named');
    },
  );

  test('are kept as defaults only where the pool lists them', async () => {
    expect(await knownNames('north, old, south', contextWith(NAMES))).toEqual([
      'north, old',
      'south',
    ]);
    const wrong = knownNames('south, west', contextWith(NAMES));
    await expect(wrong).rejects.toThrow('The pool lists no subaccount called `west`.');
  });

  test('complete after one that holds a comma, and within it', async () => {
    const offered = async (typed: string) =>
      (await autocompleteSubaccounts(typed, contextWith(NAMES))).map(({ value }) => value);
    expect(await offered('north, old, so')).toEqual(['north, old, south']);
    expect((await offered('north, o'))[0]).toBe('north, old');
  });
});
