import { z } from 'zod';
import { escape, oneLine } from '../../cards/kit/text.js';
import { UserError } from '../../errors.js';
import { createRequest } from '../../pool/writes.js';
import { defineKind } from './kind.js';

/** A new subaccount: POST, section 4.1 of the API description. */
export const create = defineKind({
  isPayment: false,
  input: z.object({ name: z.string(), site: z.object({ id: z.string(), name: z.string() }) }),
  /** Where the pool lists one of that name; null while it lists none. */
  record: z.object({ siteId: z.string().nullable() }).nullable(),
  facts: z.null(),
  title: ({ name }) => `Create ${name}`,
  touches: ({ name }) => `subaccount:${name}`,
  target: ({ site }) => escape(site.name),
  async read(pool, { name }) {
    const { rows } = await pool.subaccounts();
    const found = rows.find((row) => same(String(row.name), name));
    const siteId = found?.site?.id ?? found?.site_id;
    const record = found
      ? { siteId: siteId === undefined || siteId === null ? null : String(siteId) }
      : null;
    return { record, facts: null };
  },
  refuse({ name }, { record }) {
    const problem = problemOf(name) ?? (record && `${escape(name)} exists already`);
    return problem === null ? null : new UserError('This name can’t be used', `${problem}.`);
  },
  request: ({ name, site }) => createRequest(name, site.id),
  isDone: ({ site }, record) => record !== null && record.siteId === site.id,
  what: ({ name, site }) => [`New subaccount **${escape(name, 200)}** at **${escape(site.name)}**`],
  differences: () => ['A subaccount of that name exists now'],
});

function same(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}

function problemOf(name: string): string | null {
  const invisible = Array.from(name).findIndex((letter) => /[\p{C}\p{Zl}\p{Zp}]/u.test(letter));
  if (invisible >= 0) return `Character ${invisible + 1} is invisible`;
  // A card shows one space, whatever is sent.
  return oneLine(name) === name ? null : 'It has spaces that nobody sees';
}
