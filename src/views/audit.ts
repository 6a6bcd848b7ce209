import type { Entry } from '../changes/entry.js';
import type { Reply } from '../reply.js';
import { card } from './card.js';
import { code, plain } from './text.js';
import { at } from './times.js';

/** What the audit channel is told: a line for each entry, with the head of its hash. */
export function auditReply(entries: readonly Entry[]): Reply {
  return { embeds: [card({ title: 'Changes', lines: entries.map(entryLine) })] };
}

const STEP_WORDS: Record<Entry['step'], string> = {
  asked: 'asked for a change',
  confirmed: 'confirmed',
  refused: 'was refused',
  cancelled: 'cancelled',
  expired: 'closed as expired',
  drifted: 'closed, because the present state had changed',
  frozen: '🧊 froze all changes',
  unfrozen: 'unfroze changes',
  sent: 'sent the request',
  reported: 'noted the pool’s answer',
  failed: 'noted that it was not done',
  unknown: '⚠️ noted an unknown outcome',
  observed: 'saw the wanted state at the pool',
  resolved: 'looked into an unknown outcome',
};

/** Who did what when, without markdown of anybody's making; nobody is pinged by it. */
function entryLine(entry: Entry): string {
  const who = entry.actor === 'pitboss' ? 'Pitboss' : `<@${entry.actor.id}>`;
  const change = 'change' in entry && entry.change !== '' ? ` · ${code(entry.change, 40)}` : '';
  return `${at(entry.at)} **${entry.seq}** ${who} ${STEP_WORDS[entry.step]}${detail(entry)}${change} · ${code(entry.hash.slice(0, 12))}`;
}

function detail(entry: Entry): string {
  const { step } = entry;
  if (step === 'asked') return ` (${plain(entry.details.proposal.kind, 40)})`;
  if (step === 'refused') {
    return ` (${plain(entry.details.attempt, 20)}: ${plain(entry.details.why, 40)})`;
  }
  if (step === 'failed' || step === 'unknown') {
    return ` (${plain(entry.details.error ?? entry.details.why, 40)})`;
  }
  if (step === 'frozen' || step === 'unfrozen') return `: ${plain(entry.details.reason, 120)}`;
  return step === 'resolved' ? `: ${plain(entry.details.note, 120)}` : '';
}
