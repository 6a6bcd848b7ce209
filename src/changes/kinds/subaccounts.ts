import { UserError } from '../../errors.js';
import { siteOf } from '../../pool/find-by-name.js';
import type { Site } from '../../pool/pool.js';
import type { Subaccount } from '../../pool/schemas.js';
import { createRequest, moveRequest } from '../../pool/writes.js';
import { escape, nameProblem } from '../../text.js';
import type { Present } from '../change.js';
import type { Kind } from './kinds.js';

interface SubaccountInput {
  readonly name: string;
  readonly site: Site;
}

interface ListedSubaccount {
  readonly id: string;
  readonly site: Site | null;
}

function listed(subaccount: Subaccount): Present<ListedSubaccount, null> {
  return { record: { id: String(subaccount.id), site: siteOf(subaccount) }, facts: null };
}

/** Moves a subaccount to another site: PATCH, section 4.1 of the API description. */
export const move: Kind<SubaccountInput, ListedSubaccount> = {
  read: async (pool, { name }) => listed(await pool.subaccountNamed(name)),
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

/** Creates a subaccount: POST, section 4.1 of the API description. Null: the pool lists none so named. */
export const create: Kind<SubaccountInput, ListedSubaccount | null> = {
  async read(pool, { name }) {
    const { rows } = await pool.subaccounts();
    const found = rows.find((row) => String(row.name).normalize('NFC') === name.normalize('NFC'));
    return found ? listed(found) : { record: null, facts: null };
  },
  bind: ({ name, site }, { record }) => ({
    ...ofSubaccount(`Create ${name}`, { name, site }),
    isDone: record?.site?.id === site.id,
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
