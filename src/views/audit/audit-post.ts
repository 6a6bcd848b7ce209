import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import type { Entry } from '../../domain/changes/entry.js';
import type { SettingChanges } from '../../domain/changes/setting-changes.js';
import type { Reply } from '../../domain/messages/reply.js';
import { ATTEMPT_WORDS, SET_WORDS, STEP_WORDS, WHY_WORDS } from './audit-labels.js';
import { card } from '../kit/card.js';
import { behindDetail } from '../changes/restore.js';
import { hashPrefix, witnessOf, witnessText } from '../../domain/changes/witness.js';
import { failureWords } from '../changes/change-sentences.js';
import { LOOKALIKE_MARK } from '../pool/lookalikes.js';
import { looseningButtons } from './loosening.js';
import { settingWords } from './setting-words.js';
import { code, joinList, escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';

export interface AuditLine {
  readonly entry: Entry;
  /** Null if the entry is about no change. */
  readonly change: ChangeSummary | null;
}

/** An audit post: one line per entry, each with its hash head. */
export function auditReply(lines: readonly AuditLine[]): Reply {
  const buttons = lines.reduce<Reply['components']>(
    (before, { entry }) => buttonsAfter(before, entry),
    undefined,
  );
  const last = lines.at(-1)?.entry;
  const witness = last === undefined ? null : witnessOf({ lastSeq: last.seq, lastHash: last.hash });
  const footer = witness === null ? {} : { footer: witnessText(witness) };
  return {
    embeds: [card({ title: 'Changes', lines: lines.map(entryLine), ...footer })],
    ...(buttons ? { components: buttons } : {}),
  };
}

/** Buttons for a loosening that is still waiting. */
function buttonsAfter(before: Reply['components'], entry: Entry): Reply['components'] {
  const { step, seq, hash, actor } = entry;
  if (step === 'loosening-asked' && actor !== 'pitboss')
    return looseningButtons({ seq, head: hashPrefix(hash), by: actor }, null);
  return endsLoosening(entry) ? undefined : before;
}

function endsLoosening(entry: Entry): boolean {
  const { step } = entry;
  if (step === 'set') return entry.details.by === 'loosened' || entry.details.by === 'bot-removed';
  return (
    step === 'loosening-confirmed' || step === 'loosening-withdrawn' || step === 'restore-accepted'
  );
}

/** In UTF-16 code units, so that typed text can't push other entries out. Eight lines fit a post. */
export const MAX_LINE_LENGTH = 480;

/** Shares of their usual length that parts keep; tried until the line fits. */
const SHARES = [1, 0.5, 0.25, 0.12, 0.05];

/** One escaped line: who did what when. Pings nobody. */
function entryLine(line: AuditLine): string {
  const { entry } = line;
  const who = entry.actor === 'pitboss' ? 'Pitboss' : `<@${entry.actor.id}>`;
  const did = entry.step === 'set' ? SET_WORDS[entry.details.by] : STEP_WORDS[entry.step];
  const head = `${timestamp(entry.at)} **${entry.seq}** ${who} ${did}`;
  const hash = code(entry.hash.slice(0, 12));
  for (const share of SHARES) {
    const cut = share === 1 ? '' : ' · cut, whole in the export';
    const whole = `${head}${about(line, (most) => Math.ceil(most * share))}${cut} · ${hash}`;
    if (whole.length <= MAX_LINE_LENGTH) return whole;
  }
  return `${head} · too long to be shown, whole in the export · ${hash}`;
}

/** Scales a part's usual length, in characters. */
type Keep = (most: number) => number;

function about({ entry, change }: AuditLine, keep: Keep): string {
  const number = change === null ? '' : ` · #${change.number}`;
  const known =
    'change' in entry && entry.change !== '' ? ` · ${code(entry.change, keep(40))}` : '';
  const id = `${number}${known}`;
  return `${detail(entry, change, keep)}${subject(change, keep)}${addresses(entry, change, keep)}${id}`;
}

/** New payout addresses, shown at the deciding steps. */
function addresses({ step }: Entry, change: ChangeSummary | null, keep: Keep): string {
  const isDeciding = step === 'asked' || step === 'confirmed';
  if (!isDeciding || change === null || change.newAddresses.length === 0) return '';
  const shown = change.newAddresses.map((address) => code(address, keep(100)));
  return ` · new payout address ${joinList(shown, keep(2))}`;
}

function subject(change: ChangeSummary | null, keep: Keep): string {
  if (change === null) return '';
  const mark = change.hasLookalike ? ` ${LOOKALIKE_MARK}` : '';
  return ` · ${escapeMarkdown(change.title, keep(40))}: **${escapeMarkdown(change.subject, keep(60))}**${mark}`;
}

function detail(entry: Entry, change: ChangeSummary | null, keep: Keep): string {
  const { step } = entry;
  if (step === 'refused') return refusedDetail(entry.details, keep);
  if (step === 'set') return settingsDetail(entry.details, keep);
  if (step === 'loosening-asked') return looseningDetail(entry.details, keep);
  if (step === 'loosening-confirmed' || step === 'loosening-withdrawn')
    return ` that entry **${entry.details.asked}** asked for`;
  if (step === 'reported' && change?.status) return ` (${escapeMarkdown(change.status, keep(40))})`;
  if (step === 'failed' || step === 'unknown') {
    const { answer, said } = entry.details;
    const own = answer === undefined || !said ? '' : ` It said: ${escapeMarkdown(said, keep(100))}`;
    return `: ${failureWords(entry.details, step, keep(200))}${own}`;
  }
  if (step === 'behind') return `: ${behindDetail(entry.details, entry.seq - 1)}`;
  if (step === 'frozen' || step === 'unfrozen' || step === 'restore-accepted')
    return `: ${escapeMarkdown(entry.details.reason, keep(120))}`;
  return step === 'resolved' ? `: ${escapeMarkdown(entry.details.note, keep(120))}` : '';
}

type RefusedDetails = Extract<Entry, { step: 'refused' }>['details'];

function refusedDetail(details: RefusedDetails, keep: Keep): string {
  const { attempt, why, times, isLast, isLastInServer } = details;
  const asked = /^ask: (.*)$/s.exec(attempt)?.[1];
  const tried =
    asked === undefined
      ? (ATTEMPT_WORDS.get(attempt) ?? code(attempt, keep(160)))
      : `to ask for ${code(asked, keep(160))}`;
  const own = isLast === true ? '; too many: further refusals of theirs are in the log alone' : '';
  const all = isLastInServer === true ? TOO_MANY_IN_SERVER : '';
  const often = times === undefined ? '' : ` (${times} times at once)`;
  return ` ${tried}${often} and was refused: ${WHY_WORDS.get(why) ?? escapeMarkdown(why, keep(40))}${own}${all}`;
}

const TOO_MANY_IN_SERVER =
  '; too many in this server: further refusals of those people are in the log alone';

type LooseningDetails = Extract<Entry, { step: 'loosening-asked' }>['details'];

function looseningDetail(
  { changed, takesEffectAt, replaces }: LooseningDetails,
  keep: Keep,
): string {
  const instead = replaces === undefined ? '' : `, in place of entry **${replaces}**`;
  return `${settingsDetail({ changed }, keep)}${instead}: takes effect ${timestamp(takesEffectAt)}, or once another admin confirms; any admin can withdraw it (below, or \`/setup show\`)`;
}

/** Cut to fit the line; the export has all of it. */
const MAX_SETTINGS_LENGTH = 260;

function settingsDetail({ changed }: Pick<SettingChanges, 'changed'>, keep: Keep): string {
  const shown: string[] = [];
  for (const each of changed) {
    const words = settingWords(each);
    if (shown.join('; ').length + words.length > keep(MAX_SETTINGS_LENGTH)) break;
    shown.push(words);
  }
  const left = changed.length - shown.length;
  const more = left === 0 ? '' : `${shown.length > 0 ? '; ' : ''}${left} more in the export`;
  return ` (${shown.join('; ')}${more})`;
}
