import { z } from 'zod';
import { escape } from '../../cards/kit/text.js';
import { UserError } from '../../errors.js';
import { moveRequest } from '../../pool/writes.js';
import { defineKind } from './kind.js';

const site = z.object({ id: z.string(), name: z.string() });

/** A subaccount to another site: PATCH, section 4.1 of the API description. */
export const move = defineKind({
  isPayment: false,
  input: z.object({ name: z.string(), site }),
  record: z.object({ id: z.string(), site: site.nullable() }),
  facts: z.null(),
  title: ({ name }) => `Move ${name}`,
  touches: ({ name }) => `subaccount:${name}`,
  target: ({ site }) => escape(site.name),
  async read(pool, { name }) {
    const { id, site_id, site: at } = await pool.subaccountNamed(name);
    const siteId = at?.id ?? site_id ?? null;
    const found = siteId === null ? null : { id: String(siteId), name: String(at?.name ?? siteId) };
    return { record: { id: String(id), site: found }, facts: null };
  },
  refuse: ({ name, site }, { record }) =>
    record.site?.id === site.id
      ? new UserError('Nothing to change', `${escape(name)} is already at ${escape(site.name)}.`)
      : null,
  request: ({ name, site }) => moveRequest(name, site.id),
  isDone: ({ site }, { site: now }) => now?.id === site.id,
  what: ({ site }, { record }) => [`Site: ${named(record.site)} → **${escape(site.name)}**`],
  undoes: ({ site }, _, found) => `${named(found.site)} → ${escape(site.name)}`,
  differences: (shown, found) => [`At the pool: ${named(shown.site)} → **${named(found.site)}**`],
});

function named(at: { readonly name: string } | null): string {
  return at === null ? 'none' : escape(at.name);
}
