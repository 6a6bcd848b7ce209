import type { Autocomplete } from '../../src/command.js';
import { minerModels, namesAndSitesToOffer } from '../../src/pool-api/lists/known-names.js';
import { CHOICE, nameChoices } from '../../src/views/pool/name-choices.js';
import { siteChoices } from '../../src/views/pool/sites.js';
import { nameParts } from './name-list.js';
import { oneLine } from '../../src/domain/names/one-line.js';

/** Autocompletes one subaccount. */
export const autocompleteSubaccount: Autocomplete = async (typed, context) => {
  const { names } = await namesAndSitesToOffer(context.pool);
  const offered = matching(names.filter(isTakenWhole), typed).slice(0, MAX_OFFERED);
  return nameChoices(
    offered.map((name) => ({ name, value: name })),
    names,
  );
};

/** Completes the last name of a list. */
export const autocompleteSubaccounts: Autocomplete = async (typed, context) => {
  const { names } = await namesAndSitesToOffer(context.pool);
  const parts = nameParts(typed, names);
  const before = parts.slice(0, -1);
  const chosen = new Set(before);
  const left = names.filter((name) => isTakenWhole(name) && !chosen.has(name));
  // What looks like two names may be one with a comma in it.
  const one = typed.includes(',') ? names.filter((name) => name.startsWith(typed.trim())) : [];
  const several = matching(left, parts.at(-1) ?? '')
    .slice(0, MAX_OFFERED)
    .map((name) => ({ name, value: [...before, name].join(', ') }));
  const offered = [...one.slice(0, MAX_OFFERED).map((name) => ({ name, value: name })), ...several];
  return nameChoices([...new Map(offered.map((each) => [each.value, each])).values()], names);
};

export const autocompleteSites: Autocomplete = async (typed, context) => {
  const { sites: known } = await namesAndSitesToOffer(context.pool);
  // Choices with equal names end with the end of their id.
  const [, idEnd] = typed.split('…');
  const offered = known.filter(
    ({ id, name }) => matches(name, typed) || (idEnd ? id.endsWith(idEnd.trim()) : false),
  );
  return siteChoices(known, offered.slice(0, MAX_OFFERED));
};

export const autocompleteModels: Autocomplete = async (typed, context) =>
  matching(await minerModels(context.pool), typed)
    .slice(0, MAX_OFFERED)
    .map((value) => ({ name: oneLine(value, 100), value }));

/** Prefix matches first, then other matches. */
export function matching(names: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(wanted);
  const found = names.filter((name) => matches(name, typed));
  return [...found.filter(begins), ...found.filter((name) => !begins(name))];
}

function matches(name: string, typed: string): boolean {
  return name.slice(0, SEARCHED).toLowerCase().includes(typed.trim().toLowerCase());
}

/** Of a site's name, which may be of any length, only the beginning is offered. */
const SEARCHED = 1_000;

/** A choice with a longer value can't be sent, and a pool may list thousands of huge names. */
function isTakenWhole(name: string): boolean {
  return name.length <= CHOICE;
}

/** More than the 25 that Discord takes, because those with too long a value are left out later. */
const MAX_OFFERED = 100;
