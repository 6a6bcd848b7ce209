import { escape } from '../../cards/kit/text.js';
import { UserError } from '../../errors.js';
import { createRequest, moveRequest } from '../../pool/writes.js';
import { nameProblem } from '../../text.js';
import type { Kind } from './kinds.js';

interface Site {
  readonly id: string;
  readonly name: string;
}

interface SubaccountInput {
  readonly name: string;
  readonly site: Site;
}

/** Moves a subaccount to another site: PATCH, section 4.1 of the API description. */
export const move: Kind<SubaccountInput, { readonly id: string; readonly site: Site | null }> = {
  async read(pool, { name }) {
    const { id, site_id, site: at } = await pool.subaccountNamed(name);
    const siteId = at?.id ?? site_id ?? null;
    const site = siteId === null ? null : { id: String(siteId), name: String(at?.name ?? siteId) };
    return { record: { id: String(id), site }, facts: null };
  },
  bind({ name, site }, { record }) {
    const isDone = record.site?.id === site.id;
    const isThere = `${escape(name)} is already at ${escape(site.name)}.`;
    return {
      ...ofSubaccount(`Move ${name}`, { name, site }),
      isDone,
      refusal: () => (isDone ? new UserError('Nothing to change', isThere) : null),
      request: () => moveRequest(name, site.id),
      what: () => [`Site: ${named(record.site)} → **${named(site)}**`],
      differences: (found) => [
        `At the pool: ${named(record.site)} → **${named(found.record.site)}**`,
      ],
      undoes: (found) => `${named(found.record.site)} → ${escape(site.name)}`,
    };
  },
};

/** Where the pool lists a subaccount of that name; null while it lists none. */
type Namesake = { readonly siteId: string | null } | null;

/** Creates a subaccount: POST, section 4.1 of the API description. */
export const create: Kind<SubaccountInput, Namesake> = {
  async read(pool, { name }) {
    const { rows } = await pool.subaccounts();
    const found = rows.find((row) => String(row.name).normalize('NFC') === name.normalize('NFC'));
    if (found === undefined) return { record: null, facts: null };
    const siteId = found.site?.id ?? found.site_id ?? null;
    return { record: { siteId: siteId === null ? null : String(siteId) }, facts: null };
  },
  bind: ({ name, site }, { record }) => ({
    ...ofSubaccount(`Create ${name}`, { name, site }),
    isDone: record?.siteId === site.id,
    refusal() {
      const problem = nameProblem(name) ?? (record && `${escape(name)} exists already`);
      return problem === null ? null : new UserError('This name can’t be used', `${problem}.`);
    },
    request: () => createRequest(name, site.id),
    what: () => [`New subaccount **${escape(name, 200)}** at **${escape(site.name)}**`],
    differences: () => ['A subaccount of that name exists now'],
    undoes: () => 'a subaccount of that name existed meanwhile.',
  }),
};

function ofSubaccount(title: string, { name, site }: SubaccountInput) {
  return {
    title,
    touches: `subaccount:${name}`,
    target: escape(site.name),
    newAddresses: [],
    status: null,
    warnings: () => [],
    smallPrint: () => [],
  };
}

function named(site: Site | null): string {
  return site === null ? 'none' : escape(site.name, Infinity);
}
