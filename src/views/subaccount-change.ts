import type { APIEmbedField } from 'discord-api-types/v10';
import type { Subaccount } from '../pool-api/resources.js';
import { otherFields } from './answer-fields.js';
import { field, wideField } from './card.js';
import { NOT_GIVEN } from './figures.js';
import { code, plain } from './text.js';
import { poolTimeWithAge } from './times.js';

interface Wanted {
  readonly name: string;
  readonly site: { readonly id: string; readonly name: string };
}

type Present = {
  readonly site: { readonly id: string; readonly name: string | null } | null;
} | null;

export function subaccountMoveFields({ name, site }: Wanted, present: Present): APIEmbedField[] {
  return [
    wideField('Subaccount', code(name, 200)),
    wideField('Site', `${siteNow(present)} → ${siteWords(site)}`),
  ];
}

export function subaccountCreateFields({ name, site }: Wanted, present: Present): APIEmbedField[] {
  return [
    wideField('New subaccount', code(name, 200)),
    wideField('Site', siteWords(site)),
    wideField(
      'At the pool when asked',
      present === null ? 'no subaccount of this name' : `it exists, at site ${siteNow(present)}`,
    ),
  ];
}

/** The pool answers a creation with the subaccount itself; whatever else it says comes after it. */
export function createdSubaccountFields({
  id,
  name,
  site,
  site_id,
  created_at,
  url,
  ...others
}: Subaccount): APIEmbedField[] {
  const siteId = site?.id ?? site_id;
  return [
    field('Subaccount', name ? code(name, 200) : NOT_GIVEN),
    field('Id', id ? code(id) : NOT_GIVEN),
    field('Created', poolTimeWithAge(created_at)),
    wideField('Site', siteId ? siteWords({ id: siteId, name: site?.name ?? null }) : NOT_GIVEN),
    ...(url ? [wideField('Path at the pool', code(url, 300))] : []),
    ...otherFields(others),
  ];
}

function siteNow(present: Present): string {
  if (present === null) return 'no such subaccount';
  return present.site === null ? 'no site given' : siteWords(present.site);
}

function siteWords({ id, name }: { readonly id: string; readonly name: string | null }): string {
  return name ? `**${plain(name, 80)}** (${code(id)})` : code(id);
}

export function noSuchSubaccountSentence(name: string): string {
  return `The pool lists no subaccount called ${code(name, 80)}. Nothing was asked for; check the name with \`/subaccount list\`.`;
}

export function alreadyThereSentence(name: string, site: string): string {
  return `${code(name, 80)} is at site **${plain(site, 80)}** already. Nothing was asked for.`;
}

export function alreadyExistsSentence(name: string): string {
  return `A subaccount called ${code(name, 80)} exists already. Nothing was asked for.`;
}
