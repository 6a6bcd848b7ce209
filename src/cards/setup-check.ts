import type { Card } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { Answered } from '../pool/pool.js';
import { PoolError } from '../pool/pool-error.js';
import { escape, listed, plural } from '../text.js';
import { failureWords, given, type NamedPart } from './failures.js';

/** What `/setup check` tried, with the results. */
interface SetupCheck {
  readonly at: number;
  /** Null: no key is connected, so nothing could be read. */
  readonly reads: readonly TriedRead[] | null;
  /** Each with what is wrong there: "Pitboss lacks Embed Links". */
  readonly channels: readonly { readonly id: string; readonly problem: string | null }[];
  readonly hasAuditChannel: boolean;
  /** Some alert rule posts in no channel. */
  readonly hasMuteRule: boolean;
  /** Null: no role is set. */
  readonly ping: { readonly roleId: string; readonly notifies: boolean } | null;
  readonly needsSecondPerson: boolean;
  readonly trail: { readonly entries: number; readonly brokenAt: number | null };
}

/** Named as in mid-sentence, such as `developer fee`; `refused`: subaccounts without access. */
export type TriedRead = NamedPart<Pick<Answered, 'readAt'> & Partial<Answered>>;

export function setupCheckCard(check: SetupCheck): Card {
  const { reads, channels, ping, trail, at } = check;
  const { needsSecondPerson, hasAuditChannel, hasMuteRule } = check;
  const succeeded = reads?.flatMap(({ read }) => given(read) ?? []) ?? [];
  const refused = new Set(succeeded.flatMap((read) => read.refused ?? []));
  const names = listed([...refused].map((name) => escape(name, 40)));
  const problems = [
    ...(reads === null ? ['No pool workspace connected: `/setup key`'] : failureLines(reads)),
    ...channels.map(({ id, problem }) => problem && `<#${id}>: ${problem}`),
    ping?.notifies === false &&
      `<@&${ping.roleId}>: a mention notifies nobody; allow everyone to mention the role`,
    trail.brokenAt !== null &&
      `Audit trail: entry ${trail.brokenAt} was altered; tell the bot’s operator`,
  ].filter(Boolean);
  const warnings = [
    refused.size > 0 && `No access to ${names}`,
    needsSecondPerson &&
      ping === null &&
      'Nobody is pinged for a second person: `/setup roles ping`',
    !hasAuditChannel && 'No audit channel: `/setup defaults audit`',
    hasMuteRule && 'Alert rules post nowhere: `/alerts channel`',
  ].filter(Boolean);
  const open = channels.filter(({ problem }) => problem === null).map(({ id }) => `<#${id}>`);
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
      succeeded.length > 0 && `✅ API key, ${succeeded.length} of ${reads?.length} reads`,
      open.length > 0 && `✅ Channels: ${open.join(', ')}`,
      ping?.notifies && `✅ Ping: <@&${ping.roleId}>`,
      trail.brokenAt === null && `✅ Audit trail, ${plural(trail.entries, 'entry', 'entries')}`,
    ],
    footer: 'Checked',
    at,
  };
}

/** `Revenue, developer fee: no access (403)`: equal failures share a line. */
function failureLines(reads: readonly TriedRead[]): string[] {
  const failed = reads.flatMap(({ name, read }) => {
    if (!(read instanceof PoolError)) return [];
    return { name, words: failureWords(read) + (read.kind === 'key' ? ': `/setup key`' : '') };
  });
  return [...groupBy(failed, ({ words }) => words)].map(([words, of]) => {
    const names = of.map(({ name }) => name).join(', ');
    const which = of.length === reads.length ? 'all reads' : names;
    return `${which.charAt(0).toUpperCase()}${which.slice(1)}: ${words}`;
  });
}
