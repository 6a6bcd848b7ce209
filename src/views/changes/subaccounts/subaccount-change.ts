import {
  extraSiteValues,
  extraSubaccountValues,
} from '../../../domain/changes/undocumented-fields.js';
import { siteOf } from '../../../domain/names/site-of.js';
import type { APIEmbedField } from 'discord-api-types/v10';
import type { Lookalikes } from '../../../domain/changes/change.js';
import type { NamedCharacter } from '../../../domain/names/suspicious-characters.js';
import type { Subaccount } from '../../../pool-api/resources.js';
import { besidesFields, undocumentedFields } from '../pool-answer/answer-fields.js';
import { field, wideField } from '../../kit/card.js';
import { NOT_GIVEN } from '../../kit/figures.js';
import {
  letterList,
  looksLikeLine,
  notComparedField,
  unusualLettersLine,
  unusualLettersMark,
} from '../../pool/lookalikes.js';
import { code, escapeMarkdown } from '../../kit/text.js';
import { poolTimeWithAge } from '../../kit/times.js';
import { firstFitting } from '../text/fit-text.js';
import {
  MAX_ID_LENGTH,
  MOST_WITH_WARNINGS,
  siteName,
  siteText,
  siteWithWarnings,
} from './site-text.js';

/** Most characters of a subaccount's name on the card. */
export const MAX_NAME_LENGTH = 200;
/** For the line or words that its field has besides the name. */
const ROOM_BESIDE_NAME = 100;

export interface RequestedSubaccount {
  readonly name: string;
  readonly site: { readonly id: string; readonly name: string };
}

export type ShownSubaccount = {
  readonly id?: string | null | undefined;
  readonly site: { readonly id: string; readonly name: string | null } | null;
  readonly record?: Subaccount;
  readonly targetRecord?: Subaccount['site'];
} | null;

interface MoveFieldsOptions {
  readonly lookalikes?: Lookalikes | undefined;
  /** Adds the other documented fields. */
  readonly isWhole?: boolean | undefined;
}

export function subaccountMoveFields(
  wanted: RequestedSubaccount,
  present: ShownSubaccount,
  { lookalikes: known, isWhole = false }: MoveFieldsOptions = {},
): APIEmbedField[] {
  return [
    wideField(
      'Subaccount',
      subaccountText(wanted.name, known),
      present?.id ? `-# Id at the pool: ${code(present.id, 60)}` : null,
    ),
    wideField(
      'Site',
      siteWithWarnings(siteChange(present, wanted.site), {
        wanted: wanted.site.name,
        left: present?.site?.name ?? '',
        alike: known?.sites ?? [],
      }),
    ),
    ...besidesFields(extraSubaccountValues(present, isWhole)),
    ...(known?.areAll === false ? [notComparedField()] : []),
  ];
}

export function subaccountCreateFields(
  wanted: RequestedSubaccount,
  present: ShownSubaccount,
  known?: Lookalikes,
): APIEmbedField[] {
  return [
    wideField('New subaccount', subaccountText(wanted.name, known)),
    wideField(
      'Site',
      siteWithWarnings(siteText(wanted.site), {
        wanted: wanted.site.name,
        left: '',
        alike: known?.sites ?? [],
      }),
    ),
    wideField(
      'At the pool when requested',
      present === null ? 'no subaccount with this name' : `it exists, at site ${siteNow(present)}`,
    ),
    ...(known?.areAll === false ? [notComparedField()] : []),
  ];
}

/** A subaccount's name with its invisible and look-alike characters. */
export function subaccountText(name: string, known?: Lookalikes): string {
  const fixed = lines([code(name, MAX_NAME_LENGTH), unusualLettersLine(name)]);
  const names = known?.names ?? [];
  return lines([
    fixed,
    firstFitting(
      (share) => looksLikeLine(name, 'another subaccount', { names, share }),
      (line) => line === null || fixed.length + line.length < MOST_WITH_WARNINGS - ROOM_BESIDE_NAME,
    ),
  ]);
}

function lines(given: readonly (string | null)[]): string {
  return given.filter((line) => line !== null).join('\n');
}

/** A creation is answered with the subaccount; its other fields follow. */
export function createdSubaccountFields({
  id,
  name,
  site,
  site_id,
  created_at,
  url,
  ...others
}: Subaccount): APIEmbedField[] {
  const siteId = siteOf({ site, site_id })?.id;
  const nameOfSite = site?.name ?? null;
  return [
    field('Subaccount', name ? `${code(name, 200)}${unusualLettersMark(name)}` : NOT_GIVEN),
    field('Id', id ? code(id) : NOT_GIVEN),
    field('Created', poolTimeWithAge(created_at)),
    wideField(
      'Site',
      siteId
        ? `${siteText({ id: siteId, name: nameOfSite })}${unusualLettersMark(nameOfSite ?? '')}`
        : NOT_GIVEN,
    ),
    ...(url ? [wideField('Path at the pool', code(url, 300))] : []),
    ...undocumentedFields([
      [undefined, others],
      ['site', extraSiteValues(site)],
      ['site_id', site_id === siteId ? undefined : site_id],
    ]),
  ];
}

function siteNow(present: ShownSubaccount): string {
  if (present === null) return 'no such subaccount';
  return present.site === null ? 'no site given' : siteText(present.site);
}

/** Names first, then small ids. */
function siteChange(present: ShownSubaccount, wanted: RequestedSubaccount['site']): string {
  const site = present?.site ?? null;
  if (site === null || !site.name || !wanted.name)
    return `${siteNow(present)} → ${siteText(wanted)}`;
  return `${siteName(site.name)} → ${siteName(wanted.name)}\n-# ${code(site.id, MAX_ID_LENGTH)} → ${code(wanted.id, MAX_ID_LENGTH)}`;
}

export function noSuchSubaccountSentence(name: string, near: readonly string[] = []): string {
  const todo =
    near.length === 0
      ? 'Check the name with `/subaccount list`.'
      : `Did you mean ${near.map((each) => code(each, 80)).join(' or ')}?`;
  return `The pool lists no subaccount called ${code(name, 80)}. Nothing was sent. ${todo}`;
}

export function alreadyThereSentence(name: string, site: string): string {
  return `${code(name, 80)} is already at site **${escapeMarkdown(site, 80)}**. Nothing was requested.`;
}

export function alreadyExistsSentence(name: string): string {
  return `A subaccount called ${code(name, 80)} already exists. Nothing was requested.`;
}

export function twoSubaccountsSentence(name: string): string {
  return `The pool lists more than one subaccount called ${code(name, 80)}, and a request can’t tell them apart. Nothing was sent. Check at the pool.`;
}

export function severalSiteNamesSentence(id: string, names: Iterable<string>): string {
  const said = [...names].map((name) => code(name, 80));
  return `The pool’s list gives the site ${code(id, MAX_ID_LENGTH)} more than one name, ${said.join(' and ')}, so it isn’t clear which site that is. Nothing was sent. Check at the pool; after a rename, wait until each row has the new name.`;
}

export function notShownWholeSentence(what: string, name: string, most: number): string {
  return `${what} ${code(name, 60)} is longer than the ${most} characters that the card shows, and nobody should confirm what they can’t see. Nothing was sent. Choose a shorter name.`;
}

export function siteIdNotShownWholeSentence(site: string, id: string): string {
  return `The pool’s id of site **${escapeMarkdown(site, 80)}** can’t be shown whole: ${code(id, 60)} is longer than ${MAX_ID_LENGTH} characters, or has some that nobody sees. Nobody should confirm what they can’t see, so nothing was sent. Check at the pool.`;
}

export const tooMuchToShowSentence =
  'The names and ids of this change, and what warns of them, take more room than one card has, and nobody should confirm what they can’t see. Nothing was requested. Make this change at the pool.';

/** In a path, it would name another operation. */
export function notAPathNameSentence(name: string): string {
  return `A subaccount called ${code(name)} could never be moved from here: in a request, that name would mean something else. Nothing was sent. Choose another name.`;
}

/** For a subaccount that the pool lists. */
export function notInPathSentence(name: string): string {
  return `The subaccount’s name ${code(name, 80)} can’t be used in a request: there it would mean something else, or it has half a character. Nothing was sent. Check at the pool.`;
}

/** Refuses a name before it is sent. */
export function invisibleLettersSentence(
  what: string,
  name: string,
  letters: readonly NamedCharacter[],
): string {
  return `${what} ${code(name, 80)} has invisible characters: ${letterList(letters)}. Nothing was sent. Type the name by hand, without them.`;
}
