import type { Result } from '../../../domain/errors/result.js';
import type { Read } from '../../../pool-api/client.js';
import type { Site } from '../../../pool-api/lists/known-names.js';
import type { Summary } from '../../../pool-api/resources.js';
import { failureSentence } from '../../errors/failures.js';
import { groupThousands, hashrateCell } from '../../kit/figures.js';
import { shortFigure } from '../../kit/short-figure.js';
import { rightColumn, table, type Column } from '../../kit/table.js';
import { escapeMarkdown, joinList } from '../../kit/text.js';
import { siteChoices } from '../sites.js';

/** A part of the workspace and its summary, which may fail alone. */
export interface SummaryPart {
  readonly name: string;
  readonly summary: Result<Read<Summary>>;
}

/** Failing miners; the null key holds those for which the pool gave no site. */
export interface FailingCount {
  readonly count: number;
  readonly bySite: ReadonlyMap<string | null, number>;
  /** There may be more. */
  readonly atLeast: boolean;
}

export interface SummariesBySite {
  readonly sites: readonly (Site & Pick<SummaryPart, 'summary'>)[];
  /** Sites that weren't queried. */
  readonly left: number;
}

/** Hashrate, miners and failing miners per site; `failing` is null if nobody counted. */
export function bySiteLines(
  { sites, left }: SummariesBySite,
  failing: Result<FailingCount> | null,
): string[] {
  const names = new Map(siteChoices(sites).map(({ name, value }) => [value, name]));
  const rows = sites.map(({ id, name, summary }) => ({
    name: names.get(id) ?? name,
    summary,
    failing: failing?.ok ? failingCell(failing.value, id) : '–',
  }));
  return [
    '**By site**, 24-hour hashrate',
    table<(typeof rows)[number]>(
      [...partColumns('Site'), rightColumn('Failing', 7, (row) => row.failing)],
      rows,
    ),
    ...partNotes(rows),
    ...(failing?.ok === false
      ? [`⚠️ Failing miners: not counted. ${failureSentence(failing.error)}`]
      : []),
    ...(left === 0 ? [] : [`-# ${left} more ${left === 1 ? 'site' : 'sites'} not shown`]),
  ];
}

/** `12`, or `12+` if some may be missing; a dash if zero then proves nothing. */
function failingCell({ bySite, atLeast }: FailingCount, id: string): string {
  const here = bySite.get(id) ?? 0;
  if (!atLeast && !bySite.has(null)) return groupThousands(String(here));
  return here === 0 ? '–' : `${groupThousands(String(here))}+`;
}

export function partColumns(heading: string): Column<SummaryPart>[] {
  const given = ({ summary }: SummaryPart) => (summary.ok ? summary.value.value : null);
  return [
    { heading, width: 8, grows: true, cut: 'middle', cell: ({ name }) => name },
    rightColumn('Hashrate', 11, (part) => hashrateCell(given(part)?.hashrate_24h)),
    rightColumn('Active', 7, (part) => shortFigure(given(part)?.active_miners, 6)),
  ];
}

/** Which parts could not be read, with each reason once, and whose figures are incomplete. */
export function partNotes(parts: readonly SummaryPart[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { name, summary } of parts) {
    const refused = summary.ok && summary.value.refusedSubaccounts.length > 0;
    if (summary.ok && !refused) continue;
    const why = summary.ok ? PARTLY_REFUSED : failureSentence(summary.error);
    reasons.set(why, [...(reasons.get(why) ?? []), escapeMarkdown(name, 60)]);
  }
  return [...reasons].map(([why, names]) => {
    const what = why === PARTLY_REFUSED ? 'Incomplete' : 'Not read';
    return `⚠️ ${what}: ${joinList(names, 4)}. ${why}`;
  });
}

const PARTLY_REFUSED = 'The pool refused access to some subaccounts there.';
