import type { Card, Line } from '../discord/reply.js';
import type { PoolError } from '../pool/pool-error.js';
import { failureWords } from './failures.js';
import { escape, listed, plural } from './kit/text.js';

/** What `/setup check` tried, and what came of it. */
interface SetupCheck {
  readonly at: number;
  /** Null: no key is connected, so that nothing could be read. */
  readonly reads: readonly TriedRead[] | null;
  /** Reads that need an id that nobody has used yet. */
  readonly untried: readonly string[];
  readonly channels: readonly TriedChannel[];
  /** Some alert rule posts in no channel. */
  readonly hasMuteRule: boolean;
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
  /** What is posted there: "Alerts". */
  readonly use: string;
  readonly id: string;
  /** Such as "Pitboss lacks Embed Links". */
  readonly problem: string | null;
}

export function setupCheckCard(check: SetupCheck): Card {
  const { reads, channels, ping, untried } = check;
  const problems = problemLines(check);
  const warnings = warningLines(check);
  const counts = [
    problems.length > 0 && plural(problems.length, 'problem'),
    warnings.length > 0 && plural(warnings.length, 'warning'),
  ].filter(Boolean);
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
  const refusing = channels.flatMap(({ use, id, problem }): [string, string][] =>
    problem === null ? [] : [[`${use} (<#${id}>)`, problem]],
  );
  const lines = [
    ping?.notifies === false &&
      `<@&${ping.roleId}>: a mention notifies nobody; allow everyone to mention the role`,
    trail.brokenAt !== null &&
      `Audit trail: entry ${trail.brokenAt} was altered; tell the bot’s operator`,
  ].filter((line) => line !== false);
  const ofReads = reads ? failureLines(reads) : ['No pool workspace connected: `/setup key`'];
  return [...ofReads, ...shared(refusing), ...lines];
}

function failureLines(reads: readonly TriedRead[]): string[] {
  const failed = reads.flatMap(({ name, failure }): [string, string][] => {
    const remedy = failure?.kind === 'key' ? ': `/setup key`' : '';
    return failure ? [[name, failureWords(failure) + remedy]] : [];
  });
  const lines = shared(failed);
  const isAll = failed.length === reads.length && lines.length === 1;
  return isAll ? [`All reads: ${failed[0]?.[1]}`] : lines;
}

function warningLines({ reads, needsSecondPerson, ping, hasMuteRule }: SetupCheck): string[] {
  const refused = new Set(reads?.flatMap((read) => read.refused));
  const names = listed([...refused].map((name) => escape(name, 40)));
  const lines = [
    refused.size > 0 && `No access to ${names}`,
    needsSecondPerson &&
      ping === null &&
      'Nobody is pinged for a second person: `/setup roles ping`',
    hasMuteRule && 'Alert rules post nowhere: `/alerts channel`',
  ];
  return lines.filter((line) => line !== false);
}

function fineLines({ reads, channels, ping, trail }: SetupCheck): Line[] {
  const good = reads?.filter(({ failure }) => failure === null).length ?? 0;
  const uses = [...new Set(channels.map(({ use }) => use))];
  return [
    good > 0 && `✅ API key, ${good} of ${reads?.length} reads`,
    ...uses.map((use) => {
      const fine = channels.filter((each) => each.use === use && each.problem === null);
      return fine.length > 0 && `✅ ${use}: ${fine.map(({ id }) => `<#${id}>`).join(', ')}`;
    }),
    ping?.notifies && `✅ Ping: <@&${ping.roleId}>`,
    trail.brokenAt === null && `✅ Audit trail, ${plural(trail.entries, 'entry', 'entries')}`,
  ];
}

/** `Revenue, developer fee: no access (403)` */
function shared(problems: readonly (readonly [name: string, words: string])[]): string[] {
  return [...new Set(problems.map(([, words]) => words))].map((words) => {
    const names = problems.filter(([, other]) => other === words).map(([name]) => name);
    const line = `${names.join(', ')}: ${words}`;
    return line.charAt(0).toUpperCase() + line.slice(1);
  });
}
