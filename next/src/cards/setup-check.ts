import type { Card, Line } from '../discord/reply.js';
import type { PoolError } from '../pool/pool-error.js';
import { failureWords } from './failures.js';
import { escape, listed, plural } from './kit/text.js';

/** What `/setup check` tried, and what came of it. */
export interface SetupCheck {
  readonly at: number;
  /** Null: no key is connected, so that nothing could be read. */
  readonly reads: readonly TriedRead[] | null;
  /** Reads that need an id that nobody has used yet. */
  readonly untried: readonly string[];
  readonly channels: readonly TriedChannel[];
  /** Null: no role is set. */
  readonly ping: { readonly roleId: string; readonly notifies: boolean } | null;
  readonly needsSecondPerson: boolean;
  readonly trail: { readonly entries: number; readonly brokenAt: number | null };
}

export interface TriedRead {
  /** As a sentence has it in its middle: `developer fee`. */
  readonly name: string;
  readonly failure: PoolError | null;
  /** Subaccounts without access. */
  readonly refused: readonly string[];
}

export interface TriedChannel {
  readonly id: string;
  /** Such as "Pitboss lacks Embed Links". */
  readonly problem: string | null;
}

export function setupCheckCard(check: SetupCheck): Card {
  const problems = problemLines(check);
  const warnings = warningLines(check);
  const counts = [
    problems.length > 0 && plural(problems.length, 'problem'),
    warnings.length > 0 && plural(warnings.length, 'warning'),
  ].filter(Boolean);
  const { reads, channels, ping, untried } = check;
  const checks = (reads?.length ?? 0) + channels.length + (ping ? 1 : 0) + 1;
  return {
    title: counts.length > 0 ? counts.join(', ') : `All well · ${plural(checks, 'check')}`,
    tone: counts.length > 0 ? 'warning' : 'good',
    lines: [
      ...problems.map((line) => `❌ ${line}`),
      ...warnings.map((line) => `⚠️ ${line}`),
      ...fineLines(check),
      untried.length > 0 && `-# Not tried yet: ${untried.join(', ')}`,
    ],
    footer: 'Checked',
    at: check.at,
  };
}

/** Problems that have the same cause share a line. */
function problemLines({ reads, channels, ping, trail }: SetupCheck): string[] {
  return [
    ...(reads === null ? ['No pool workspace connected: `/setup key`'] : failureLines(reads)),
    ...shared(
      channels.flatMap(({ id, problem }) =>
        problem === null ? [] : [[`<#${id}>`, problem] as const],
      ),
    ),
    ...(ping && !ping.notifies
      ? [`<@&${ping.roleId}>: a mention notifies nobody; allow everyone to mention the role`]
      : []),
    ...(trail.brokenAt === null
      ? []
      : [`Audit trail: entry ${trail.brokenAt} was altered; tell the bot’s operator`]),
  ];
}

function failureLines(reads: readonly TriedRead[]): string[] {
  const failed = reads.flatMap(({ name, failure }) => {
    if (failure === null) return [];
    const remedy = failure.kind === 'key' ? ': `/setup key`' : '';
    return [[name, failureWords(failure) + remedy] as const];
  });
  const [first] = failed;
  const isOneCause = failed.every(([, words]) => words === first?.[1]);
  if (first && isOneCause && failed.length === reads.length) return [`All reads: ${first[1]}`];
  return shared(failed);
}

function warningLines({ reads, needsSecondPerson, ping }: SetupCheck): string[] {
  const refused = new Set(reads?.flatMap((read) => read.refused));
  const names = listed([...refused].map((name) => escape(name, 40)));
  return [
    ...(refused.size > 0 ? [`No access to ${names}`] : []),
    ...(needsSecondPerson && ping === null
      ? ['Nobody is pinged for a second person: `/setup roles ping`']
      : []),
  ];
}

function fineLines({ reads, channels, ping, trail }: SetupCheck): Line[] {
  const good = reads?.filter(({ failure }) => failure === null).length ?? 0;
  const postable = channels.filter(({ problem }) => problem === null);
  const named = postable.map(({ id }) => (id === channels[0]?.id ? 'this one' : `<#${id}>`));
  return [
    good > 0 && `✅ API key, ${good} of ${reads?.length} reads`,
    named.length > 0 && `✅ Channels: ${named.join(', ')}`,
    ping?.notifies && `✅ Ping: <@&${ping.roleId}>`,
    trail.brokenAt === null && `✅ Audit trail, ${plural(trail.entries, 'entry', 'entries')}`,
  ];
}

/** `Revenue, developer fee: no access (403)` */
function shared(problems: readonly (readonly [name: string, words: string])[]): string[] {
  const causes = [...new Set(problems.map(([, words]) => words))];
  return causes.map((words) => {
    const names = problems.filter(([, other]) => other === words).map(([name]) => name);
    const line = `${names.join(', ')}: ${words}`;
    return line.charAt(0).toUpperCase() + line.slice(1);
  });
}
