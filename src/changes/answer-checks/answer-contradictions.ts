import type { Contradiction } from '../../domain/changes/contradiction.js';
import { addressContradictions } from './address-contradictions.js';
import { wordsOf } from '../../domain/pool/enum-values.js';
import { otherSite, otherText, givenText, type RequestedSite } from './compare-answer.js';
import { otherFields, otherSettings, type MetadataField } from './metadata-contradictions.js';
import type { ParsedAnswer } from './parse-answer.js';
import type { AnsweredSettings } from './answered-settings.js';

/** What a change asked for, as far as an answer of any shape may tell of it. */
export interface AskedOfAnswer {
  readonly subaccount: string;
  /** Where the subaccount is to be; null if nothing is known of that. */
  readonly site: RequestedSite | null;
  /** An action may name it as where it begins. */
  readonly oldSite?: RequestedSite | null;
  /** What an id of the subaccount contradicts. */
  readonly otherId: (told: string) => Contradiction[];
  /** Null if it asks for no payments. */
  readonly settings: AskedSettings | null;
  /** Judged by the words in the action's name, since nobody knows all names. */
  readonly isOtherAction: (words: readonly string[]) => boolean;
  /** The metadata that belongs to it. */
  readonly metadata: readonly MetadataField[];
  /** What only this kind compares. */
  readonly ofKind?: readonly Contradiction[];
}

interface AskedSettings {
  readonly otherAddresses: (list: unknown) => Contradiction[];
  readonly otherSettings: (told: AnsweredSettings) => Contradiction[];
}

/** Where an answer differs from what was asked. What several places tell alike is one difference. */
export function answerContradictions(told: ParsedAnswer, asked: AskedOfAnswer): Contradiction[] {
  const all = [told.own, ...told.subaccounts];
  const sites = [...all.flatMap((each) => each.sites), told.metadata['site']];
  const asTold = told.isAction ? [asked.site, asked.oldSite] : [asked.site];
  const paysNobody: AskedSettings['otherAddresses'] = (list) => addressContradictions([], list);
  const { otherAddresses = paysNobody, otherSettings: settingsOf = () => [] } =
    asked.settings ?? {};
  return eachOnce([
    ...told.settings.map(({ addresses }) => otherAddresses(addresses)),
    ...told.own.names.map((name) => otherText('name', name, asked.subaccount)),
    ...otherNames(told, asked),
    ...all.map(({ id }) => (id === null ? [] : asked.otherId(id))),
    asked.ofKind ?? [],
    ...sites.map((site) => siteOfNone(site, asTold)),
    ...told.settings.map(settingsOf),
    otherAction(told.fields['action_name'], asked.isOtherAction),
    otherFields(told.metadata, asked.metadata),
    asked.settings === null ? otherSettings(told.fields) : [],
  ]);
}

/** The username counts where nothing else names another subaccount. */
function otherNames({ subaccounts, settings }: ParsedAnswer, asked: AskedOfAnswer) {
  const differs = (value: unknown) => otherText('subaccount', value, asked.subaccount);
  const named = subaccounts.flatMap(({ names }) => names).map(differs);
  const isNamed = named.some((each) => each.length > 0);
  return isNamed || asked.settings === null ? named : settings.map(({ user }) => differs(user));
}

/** It may be any of those that are known. */
function siteOfNone(
  value: unknown,
  sites: readonly (RequestedSite | null | undefined)[],
): Contradiction[] {
  // A bare text is a site's name or id.
  const site = typeof value === 'string' ? { name: value } : value;
  const others = sites.flatMap((each) => (each ? [otherSite('site', site, each)] : []));
  return others.every((each) => each.length > 0) ? (others[0] ?? []) : [];
}

function otherAction(
  value: unknown,
  isOther: AskedOfAnswer['isOtherAction'],
): readonly Contradiction[] {
  const told = givenText(value);
  return told !== null && isOther(wordsOf(told)) ? [{ what: 'action', told }] : [];
}

/** Within one place the same may be told twice, as of two entries without an address. */
function eachOnce(places: readonly (readonly Contradiction[])[]): Contradiction[] {
  const seen = new Set<string>();
  return places.flatMap((found) => {
    const added = found.filter((each) => !seen.has(JSON.stringify(each)));
    for (const each of added) seen.add(JSON.stringify(each));
    return added;
  });
}
