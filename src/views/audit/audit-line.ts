import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import type { Entry } from '../../domain/changes/entry.js';
import type { ElsewhereFinding } from '../../domain/changes/elsewhere/found-elsewhere.js';
import { mostGainingOf, newAddressesOf } from '../../domain/changes/elsewhere/found-terms.js';
import type { SettingChanges } from '../../domain/changes/settings/setting-changes.js';
import { elsewhereSubject, elsewhereTitle } from '../alerts/elsewhere.js';
import { contradictionsDetail } from '../changes/answer/contradictions.js';
import { failureText } from '../changes/answer/outcome-text.js';
import { exactAddress } from '../changes/exact-text.js';
import { behindDetail } from '../changes/trail/restore.js';
import { code, escapeMarkdown, joinList, poolText, statusText } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { LOOKALIKE_MARK } from '../pool/lookalikes.js';
import { ATTEMPT_WORDS, SET_WORDS, STEP_WORDS, whyText } from './audit-labels.js';
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

/** Shares of their usual length that parts keep, tried in turn until the line fits. */
const SHARES = [1, 0.5, 0.25, 0.12, 0.05];

/** Who did what, in words; below it, in small print, what identifies the entry. Pings nobody. */
export function entryLines(line: AuditLine): [words: string, small: string] {
  const { entry, cardUrl } = line;
  const who = entry.actor === 'pitboss' ? 'Pitboss' : `<@${entry.actor.id}>`;
  const link = cardUrl === null ? '' : ` · [card](${cardUrl})`;
  for (const share of SHARES) {
    const keep: ScaleLength = (most) => Math.ceil(most * share);
    const cut = share === 1 ? '' : ' · cut; the export has it all';
    const words = `${markOf(entry)}${who} ${did(line, keep)}${cut}${link}`;
    const small = smallLine(entry, keep);
    if (words.length + 1 + small.length <= MAX_LINE_LENGTH) return [words, small];
  }
  const words = `${markOf(entry)}${who} · too long to show; the export has it all${link}`;
  return [words, smallLine(entry, () => 1)];
}

/** Scales a part's usual length, in characters. */
type ScaleLength = (most: number) => number;

function smallLine(entry: Entry, keep: ScaleLength): string {
  const id = 'change' in entry && entry.change !== '' ? ` · ${code(entry.change, keep(40))}` : '';
  return `-# ${timestamp(entry.at)} · entry ${entry.seq} · ${code(entry.hash.slice(0, 12))}${id}`;
}

function markOf(entry: Entry): string {
  const { mark } = entry.step === 'set' ? SET_WORDS[entry.details.by] : STEP_WORDS[entry.step];
  return mark === '' ? '' : `${mark} `;
}

function did({ entry, change }: AuditLine, keep: ScaleLength): string {
  const about = changeText(change, keep);
  if (entry.step === 'refused') return refusedText(entry.details, about, keep);
  const words =
    entry.step === 'set' ? SET_WORDS[entry.details.by].did : STEP_WORDS[entry.step].did(about);
  if (entry.step === 'set' && entry.details.by === 'loosened' && entry.actor === 'pitboss')
    return `put a looser rule into effect that nobody had withdrawn for 24 hours${settingsDetail(entry.details, keep)}`;
  if (entry.step === 'asked' && entry.actor === 'pitboss')
    return `renewed the request of <@${entry.details.proposal.requester.id}> as ${about}${newAddresses(entry, change, keep)}`;
  return `${words}${detail(entry, change, keep)}${newAddresses(entry, change, keep)}`;
}

/** New payout addresses, shown at the deciding steps. */
function newAddresses({ step }: Entry, change: ChangeSummary | null, keep: ScaleLength): string {
  const isDeciding = step === 'asked' || step === 'confirmed';
  if (!isDeciding || change === null || change.newAddresses.length === 0) return '';
  const shown = change.newAddresses.map((address) => code(address, keep(100)));
  return ` · **new payout address** ${joinList(shown, keep(2))}`;
}

function changeText(change: ChangeSummary | null, keep: ScaleLength): string {
  if (change === null) return 'a change';
  const mark = change.hasLookalike ? ` ${LOOKALIKE_MARK}` : '';
  return `#${change.number} **${escapeMarkdown(change.title, keep(40))}: ${escapeMarkdown(change.subject, keep(60))}**${mark}`;
}

function detail(entry: Entry, change: ChangeSummary | null, keep: ScaleLength): string {
  const { step } = entry;
  if (step === 'set') return settingsDetail(entry.details, keep);
  if (step === 'loosening-asked') return looseningDetail(entry.details, keep);
  if (step === 'loosening-confirmed' || step === 'loosening-withdrawn')
    return ` requested in entry **${entry.details.asked}**`;
  if (step === 'reported' && change !== null) {
    const status = change.status ? `: ${statusText(change.status, keep(160))}` : '';
    return `${status}${contradictionsDetail(change.contradictions, keep)}`;
  }
  if (step === 'failed' || step === 'unknown') {
    const { answer, said } = entry.details;
    const own = answer === undefined || !said ? '' : ` It said: ${poolText(said, keep(100))}`;
    return `: ${failureText(entry.details, step, keep(200))}${own}`;
  }
  if (step === 'found-elsewhere') return elsewhereDetail(entry.details, keep);
  if (step === 'behind') return `: ${behindDetail(entry.details, entry.seq - 1)}`;
  if (step === 'frozen' || step === 'unfrozen' || step === 'restore-accepted')
    return `: ${escapeMarkdown(entry.details.reason, keep(120))}`;
  return step === 'resolved' ? `: ${escapeMarkdown(entry.details.note, keep(120))}` : '';
}

type RefusedDetails = Extract<Entry, { step: 'refused' }>['details'];

function refusedText(details: RefusedDetails, about: string, keep: ScaleLength): string {
  const { attempt, why, times, isLast, isLastInServer } = details;
  const [, verb, what] = /^(ask|loosen): (.*)$/s.exec(attempt) ?? [];
  const tried =
    what === undefined
      ? (ATTEMPT_WORDS.get(attempt)?.(about) ?? `use ${code(attempt, keep(160))}`)
      : `${verb === 'ask' ? 'request' : 'loosen'} ${code(what, keep(160))}`;
  const own = isLast === true ? '; too many, so their further refusals are only in the log' : '';
  const all = isLastInServer === true ? TOO_MANY_IN_SERVER : '';
  const often = times === undefined ? '' : ` (${times} times at once)`;
  return `couldn’t ${tried}${often}: ${whyText(why) ?? escapeMarkdown(why, keep(40))}${own}${all}`;
}

const TOO_MANY_IN_SERVER =
  '; too many in this server, so further refusals of these people are only in the log';

function elsewhereDetail(found: ElsewhereFinding, keep: ScaleLength): string {
  const exactOf = (address: string) => exactAddress(address, (plain) => code(plain, keep(100)));
  const shown = newAddressesOf(found).map(exactOf);
  const addresses = shown.length === 0 ? '' : ` · **new** ${joinList(shown, keep(2))}`;
  const gaining = mostGainingOf(found);
  const most = gaining === null ? '' : ` · **more to** ${exactOf(gaining)}`;
  return `: ${elsewhereTitle(found)} · ${elsewhereSubject(found, keep(60))}${most}${addresses}`;
}

type LooseningDetails = Extract<Entry, { step: 'loosening-asked' }>['details'];

function looseningDetail(
  { changed, takesEffectAt, replaces }: LooseningDetails,
  keep: ScaleLength,
): string {
  const instead = replaces === undefined ? '' : `, replacing entry **${replaces}**`;
  return `${settingsDetail({ changed }, keep)}${instead}: takes effect ${timestamp(takesEffectAt)}, or once another admin confirms; any admin can withdraw it (below, or \`/setup show\`)`;
}

/** Cut to fit the line; the export has the full text. */
const MAX_SETTINGS_LENGTH = 260;

function settingsDetail({ changed }: Pick<SettingChanges, 'changed'>, keep: ScaleLength): string {
  const shown: string[] = [];
  for (const each of changed) {
    const words = settingText(each);
    if (shown.join('; ').length + words.length > keep(MAX_SETTINGS_LENGTH)) break;
    shown.push(words);
  }
  const left = changed.length - shown.length;
  const more = left === 0 ? '' : `${shown.length > 0 ? '; ' : ''}${left} more in the export`;
  return `: ${shown.join('; ')}${more}`;
}
