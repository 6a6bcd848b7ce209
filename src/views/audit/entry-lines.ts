import { statusIn, type ChangeSummary } from '../../domain/changes/change-summary.js';
import type { Entry } from '../../domain/changes/entry.js';
import { isInForceStatus } from '../../domain/payment-settings/payment-attention.js';
import type { ExternalFinding } from '../../domain/changes/external-changes/external-finding.js';
import {
  mostGainingOf,
  newAddressesOf,
} from '../../domain/changes/external-changes/finding-field-changes.js';
import type {
  AuditedSetting,
  SettingChanges,
} from '../../domain/changes/settings/setting-changes.js';
import { externalChangeSubject, externalChangeTitle } from '../alerts/external-change.js';
import { contradictionsDetail } from '../changes/pool-answer/contradictions.js';
import { failureText } from '../changes/pool-answer/outcome-text.js';
import { exactAddress } from '../changes/text/exact-text.js';
import { behindDetail } from '../changes/trail/behind.js';
import { notingCuts, shareOfLength } from '../changes/text/fit-text.js';
import { code, escapeMarkdown, joinList, poolText, statusText } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { LOOKALIKE_MARK } from '../pool/lookalikes.js';
import { addressInSentence } from '../pool/payment-settings.js';
import {
  ATTEMPT_WORDS,
  closedAheadText,
  moreSeenText,
  SET_WORDS,
  SETTING_WORDS,
  STEP_WORDS,
  whyText,
} from './audit-labels.js';
import { BLOCKED_CUTS, LINE_CUTS, type LineCut } from './line-cuts.js';
import { settingText } from './setting-text.js';

export interface AuditLine {
  readonly entry: Entry;
  /** Null if the entry is about no change. */
  readonly change: ChangeSummary | null;
  /** Opens the change's card; null if there is none or its place isn't known. */
  readonly cardUrl: string | null;
}

/** For both lines, in UTF-16 code units, so that typed text can't push other entries out. */
export const MAX_LINE_LENGTH = 480;

/**
 * Who did what, in words; below it, in small print, what identifies the entry. Pings nobody. Only
 * texts from outside are cut, so that who, what, the change and its id always stand.
 */
export function entryLines(line: AuditLine): [words: string, small: string] {
  const small = smallLine(line.entry);
  let words = '';
  for (const [index, cut] of LINE_CUTS.entries()) {
    let isCut = index > 0;
    // Two long names may differ only in what is cut.
    const name = notingCuts(cut.name, () => {
      isCut = true;
    });
    const told = did(line, { ...cut, name });
    words = withLink(line, cut, `${told}${isCut ? ' · cut; the export has it all' : ''}`);
    if (words.length + 1 + small.length <= MAX_LINE_LENGTH) break;
  }
  return [words, small];
}

/** The same without texts from outside, for a line that Discord blocks; in the order in which they are tried. */
export const BLOCKED_ENTRY_LINES = BLOCKED_CUTS.map((cut) => (line: AuditLine): string[] => [
  withLink(line, cut, `${did(line, cut)} · ${BLOCKED}`),
  smallLine(line.entry, line.change !== null),
]);

const BLOCKED =
  '**Discord blocks the rest of this line**, as for a link that it takes for harmful; the export has it all';

function withLink(line: AuditLine, { hasLink }: LineCut, told: string): string {
  const { entry, cardUrl } = line;
  const link = hasLink && cardUrl !== null ? ` · [card](${cardUrl})` : '';
  return `${markOf(line)}${whoDid(entry)} ${told}${link}`;
}

function whoDid({ actor, step }: Entry): string {
  return actor === 'pitboss' || step === 'sent' ? 'Pitboss' : `<@${actor.id}>`;
}

/** An id has 22 characters; what was clicked may carry anything in its place. */
const MAX_ID_LENGTH = 40;
const idWithin = shareOfLength(0.99);

function smallLine(entry: Entry, hasId = true): string {
  const { seq, at, hash } = entry;
  const given = hasId && 'change' in entry ? entry.change : '';
  const id = given === '' ? '' : ` · ${idWithin(MAX_ID_LENGTH, (most) => code(given, most))}`;
  return `-# ${timestamp(at)} · entry ${seq} · ${code(hash.slice(0, 12))}${id}`;
}

function markOf({ entry, change }: AuditLine): string {
  if (entry.step === 'observed' && change?.isMoreSeen === true) return '⚠️ ';
  if (entry.step === 'observed' && !isInForceStatus(statusIn(entry.details.found))) return '';
  const { mark = '' } = entry.step === 'set' ? SET_WORDS[entry.details.by] : STEP_WORDS[entry.step];
  return mark === '' ? '' : `${mark} `;
}

function did({ entry, change }: AuditLine, cut: LineCut): string {
  const about = changeText(change, cut);
  if (entry.step === 'refused') return refusedText(entry.details, about, cut);
  const words =
    entry.step === 'set' ? SET_WORDS[entry.details.by].did : STEP_WORDS[entry.step].did(about);
  if (entry.step === 'set' && entry.details.by === 'loosened' && entry.actor === 'pitboss')
    return `put a looser rule into effect that nobody had withdrawn for 24 hours${settingsDetail(entry.details, cut)}`;
  if (entry.step === 'asked' && entry.actor === 'pitboss')
    return `renewed the request of <@${entry.details.proposal.requester.id}> as ${about}${newAddresses(entry, change, cut)}`;
  // The entry names who confirmed; people don't send.
  if (entry.step === 'sent' && entry.actor !== 'pitboss')
    return `${words} for <@${entry.actor.id}>`;
  if (entry.step === 'observed' && change?.isMoreSeen === true)
    return moreSeenText(about, detail(entry, change, cut));
  if (entry.step === 'expired' && change?.isClosedAhead === true) return closedAheadText(about);
  return `${words}${detail(entry, change, cut)}${newAddresses(entry, change, cut)}`;
}

/** A hundred characters of an address in groups of four, as its card shows it. */
const ADDRESS_ROOM = 125;

/** What can't be a link, as a pool may call an address. */
const PLAIN_ADDRESS = /^[A-Za-z\d]+$/;

function shownAddress(
  address: string,
  { address: cut, hasTexts, told }: LineCut,
  write: (most: number) => string,
): string {
  return (hasTexts || PLAIN_ADDRESS.test(address) ? cut : told)(ADDRESS_ROOM, write);
}

/** New payout addresses, shown at the deciding steps. */
function newAddresses({ step }: Entry, change: ChangeSummary | null, cut: LineCut): string {
  const isDeciding = step === 'asked' || step === 'confirmed';
  if (!isDeciding || change === null || change.newAddresses.length === 0) return '';
  const shown = change.newAddresses.map((address) =>
    shownAddress(address, cut, (most) => addressInSentence(address, most)),
  );
  return ` · **new payout address** ${joinList(shown, cut.mostItems)}`;
}

function changeText(change: ChangeSummary | null, cut: LineCut): string {
  if (change === null) return 'a change';
  const mark = change.hasLookalike ? ` ${LOOKALIKE_MARK}` : '';
  const title = cut.hasTexts
    ? cut.name(40, (most) => escapeMarkdown(change.title, most))
    : change.title;
  const subject = cut.name(60, (most) => escapeMarkdown(change.subject, most));
  return `#${change.number} **${title}: ${subject}**${mark}`;
}

function detail(entry: Entry, change: ChangeSummary | null, cut: LineCut): string {
  const { step } = entry;
  if (step === 'set') return settingsDetail(entry.details, cut);
  if (step === 'loosening-asked') return looseningDetail(entry.details, cut);
  if (step === 'loosening-confirmed' || step === 'loosening-withdrawn')
    return ` requested in entry **${entry.details.asked}**`;
  if (step === 'reported' && change !== null) {
    const { status } = change;
    const own = status ? `: ${cut.status(160, (most) => statusText(status, most))}` : '';
    return `${own}${contradicted(change.contradictions, cut)}`;
  }
  if (step === 'failed' || step === 'unknown') {
    const { answer, said } = entry.details;
    const own =
      answer === undefined || !said
        ? ''
        : ` It said: ${cut.told(100, (most) => poolText(said, most))}`;
    // Nothing had come yet where the outcome was only guessed.
    const told = entry.details.why === 'pool' ? change?.contradictions : undefined;
    const failed = cut.told(200, (most) => failureText(entry.details, step, most));
    return `: ${failed}${own}${contradicted(told ?? [], cut)}`;
  }
  if (step === 'observed' || step === 'lapsed') {
    const seen = statusIn(entry.details.found);
    return seen === null ? '' : `, listed as ${cut.status(160, (most) => statusText(seen, most))}`;
  }
  if (step === 'found-elsewhere') return externalChangeDetail(entry.details, cut);
  if (step === 'behind') return `: ${behindDetail(entry.details, entry.seq - 1)}`;
  if (step === 'frozen' || step === 'unfrozen' || step === 'restore-accepted')
    return `: ${typedText(entry.details.reason, cut)}`;
  return step === 'resolved' ? `: ${typedText(entry.details.note, cut)}` : '';
}

function contradicted(all: ChangeSummary['contradictions'], cut: LineCut): string {
  if (cut.hasTexts || all.length === 0) return contradictionsDetail(all, cut);
  return ' · ⚠️ **the answer contradicts the request**';
}

function typedText(text: string, cut: LineCut): string {
  return cut.told(120, (most) => escapeMarkdown(text, most));
}

type RefusedDetails = Extract<Entry, { step: 'refused' }>['details'];

function refusedText(details: RefusedDetails, about: string, cut: LineCut): string {
  const { attempt, why, times, isLast, isLastInServer } = details;
  const [, verb, what] = /^(ask|loosen): (.*)$/s.exec(attempt) ?? [];
  const tried =
    what === undefined
      ? (ATTEMPT_WORDS.get(attempt)?.(about) ??
        `use ${cut.told(160, (most) => code(attempt, most))}`)
      : `${verb === 'ask' ? 'request' : 'loosen'} ${cut.told(160, (most) => code(what, most))}`;
  const own = isLast === true ? '; too many, so their further refusals are only in the log' : '';
  const all = isLastInServer === true ? TOO_MANY_IN_SERVER : '';
  const often = times === undefined ? '' : ` (${times} times at once)`;
  return `couldn’t ${tried}${often}: ${whyText(why) ?? cut.told(40, (most) => escapeMarkdown(why, most))}${own}${all}`;
}

const TOO_MANY_IN_SERVER =
  '; too many in this server, so further refusals of these people are only in the log';

function externalChangeDetail(found: ExternalFinding, cut: LineCut): string {
  const exactOf = (address: string) =>
    shownAddress(address, cut, (most) =>
      exactAddress(address, (plain) => addressInSentence(plain, most), most),
    );
  const shown = newAddressesOf(found).map(exactOf);
  const addresses = shown.length === 0 ? '' : ` · **new** ${joinList(shown, cut.mostItems)}`;
  const gaining = mostGainingOf(found);
  const most = gaining === null ? '' : ` · **more to** ${exactOf(gaining)}`;
  const record = found.after ?? found.before;
  const subject = cut.hasTexts
    ? cut.name(60, (length) => externalChangeSubject(found, length))
    : record?.what === 'payments'
      ? record.currency
      : 'a subaccount';
  return `: ${externalChangeTitle(found)} · ${subject}${most}${addresses}`;
}

type LooseningDetails = Extract<Entry, { step: 'loosening-asked' }>['details'];

function looseningDetail(
  { changed, takesEffectAt, replaces }: LooseningDetails,
  cut: LineCut,
): string {
  const instead = replaces === undefined ? '' : `, replacing entry **${replaces}**`;
  return `${settingsDetail({ changed }, cut)}${instead}: takes effect ${timestamp(takesEffectAt)}, or once another admin confirms; any admin can withdraw it (below, or \`/setup show\`)`;
}

/** Settings whose values are names at the pool. */
const NAMES: ReadonlySet<AuditedSetting> = new Set(['site', 'subaccounts']);

/** Cut to fit the line; the export has the full text. */
const MAX_SETTINGS_LENGTH = 260;

function settingsDetail({ changed }: Pick<SettingChanges, 'changed'>, cut: LineCut): string {
  const room = cut.hasTexts
    ? cut.told(MAX_SETTINGS_LENGTH, (most) => ' '.repeat(most)).length
    : MAX_SETTINGS_LENGTH;
  const shown: string[] = [];
  for (const each of changed) {
    const isShown = cut.hasTexts || !NAMES.has(each.what);
    const words = isShown ? settingText(each) : SETTING_WORDS[each.what];
    if (shown.join('; ').length + words.length > room) break;
    shown.push(words);
  }
  const left = changed.length - shown.length;
  const more = left === 0 ? '' : `${shown.length > 0 ? '; ' : ''}${left} more in the export`;
  return `: ${shown.join('; ')}${more}`;
}
