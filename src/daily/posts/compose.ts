import PQueue from 'p-queue';
import type { Reply } from '../../domain/messages/reply.js';
import type { DayOfAlerts } from '../../domain/alerts/day-of-alerts.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import { UserError } from '../../domain/errors/user-errors.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import { defaultScope } from '../../domain/guild/default-scope.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { OpenedPool } from '../../pool-api/opened-pool.js';
import { LIGHT_SCALE } from '../../views/charts/render/layout.js';
import { pictureOf, type Picture } from '../../views/charts/render/picture.js';
import { hashrateChart } from '../../views/charts/hashrate.js';
import { revenueSeries } from '../../views/charts/revenue.js';
import type { WaitingChanges } from '../../views/pool/summary/waiting-changes-lines.js';
import { dailyPost } from '../../views/daily/daily-post.js';
import { poolAwayWords } from '../../views/daily/daily-sentences.js';
import { failureSentence } from '../../views/errors/failures.js';
import { collectPostData, poolOutageIn } from '../collect/collect-post-data.js';
import { LATE_AFTER_MS } from './post-transitions.js';
import { earlierOf, type Snapshot } from '../../domain/daily/snapshot.js';
import type { Occurrence } from '../../domain/daily/schedule.js';
import { scopeKey, snapshotOf, type Snapshots } from '../collect/snapshots.js';
import type { CurrencyParts, PostData } from '../../views/daily/daily-post-model.js';

/** The kind of the buttons below a post. Their first two arguments are its schedule and date. */
export const DETAIL_KIND = 'daily-more';

/** Replaces the date, so that a preview never counts as the post of its day. */
const PREVIEW = 'now';

/** How the custom ids of this post, and of no other message, begin. */
export function detailButtonsPrefix({ schedule: { id }, date }: Occurrence): string {
  return `${encodeCustomId(DETAIL_KIND, id, date)}:`;
}

export interface ComposeParts {
  readonly guilds: Guilds;
  readonly snapshots: Snapshots;
  /** Throws a UserError while no key is connected. */
  readonly openPool: (guildId: string) => Promise<OpenedPool>;
  /** For the last 24 hours; without it, posts don't mention alerts. */
  readonly alertsOfDay?: ((guildId: string) => Promise<DayOfAlerts>) | undefined;
  /** Without it, posts don't mention open changes. */
  readonly waitingChanges?: ((guildId: string) => Promise<WaitingChanges>) | undefined;
}

export interface ComposeOptions {
  readonly now: number;
  /** Throw if nothing could be read for the moment. */
  readonly patient?: boolean;
  /** Keep a snapshot; false for a preview. */
  readonly keep: boolean;
}

/** Throws a UserError while no key is connected or, if patient, while the pool is silent. */
export type Compose = (occurrence: Occurrence, how: ComposeOptions) => Promise<Reply>;

export function createCompose(parts: ComposeParts): Compose {
  const { guilds, snapshots } = parts;
  // Few, so that a chart that somebody requests doesn't wait behind all of them.
  const drawing = new PQueue({ concurrency: 2 });

  async function chartsOf(
    { currencies }: PostData,
    drawingOf: (currency: CurrencyParts) => (() => Promise<Picture>) | null,
  ) {
    const charts = new Map<string, Result<Picture>>();
    for (const each of currencies) {
      const draw = drawingOf(each);
      if (draw !== null) charts.set(each.currency, await toResult(drawing.add(draw)));
    }
    return charts;
  }

  return async (occurrence, { now, keep, patient = false }) => {
    const { guildId, schedule, date, dueAt } = occurrence;
    const [settings, opened] = await Promise.all([
      guilds.settings(guildId),
      parts.openPool(guildId),
    ]);
    // Compared with, and kept for, this very key, whichever comes meanwhile.
    const { pool, connectedAt } = opened;
    const { siteName, ...scope } = defaultScope(settings);
    const { currencies, sections, timeZone } = schedule;
    const gathered = await collectPostData(pool, { currencies, sections, timeZone, scope, now });
    const away = patient ? poolOutageIn(gathered) : null;
    if (away !== null) throw new UserError(poolAwayWords(failureSentence(away)));
    const kept = new Map<string, readonly Snapshot[]>();
    const miners = gathered.miners?.ok ? gathered.miners.value.total : undefined;
    for (const { currency, summary } of gathered.currencies) {
      if (summary === null || !summary.ok) continue;
      const scopeNow = scopeKey(scope, summary.value.refusedSubaccounts);
      const query = { currency, date, scope: scopeNow, connectedAt };
      const days = await snapshots.recentDays(guildId, query);
      kept.set(currency, days);
      const source = { date, timeZone, connectedAt, currency, scope, miners };
      if (keep) await snapshots.keep(guildId, snapshotOf(summary.value, source));
    }
    const alerts = parts.alertsOfDay && (await toResult(parts.alertsOfDay(guildId)));
    const changes = parts.waitingChanges && (await toResult(parts.waitingChanges(guildId)));
    return dailyPost({
      date,
      sections,
      gathered,
      scope: { ...scope, siteName },
      earlier: new Map([...kept].map(([currency, days]) => [currency, earlierOf(days, date)])),
      charts: await chartsOf(gathered, (each) =>
        sections.includes('chart')
          ? revenueDrawing(each, gathered.range)
          : hashrateDrawing(each, kept.get(each.currency) ?? [], date),
      ),
      alerts,
      changes,
      lateSince: now - dueAt > LATE_AFTER_MS ? dueAt : null,
      customId: (what, currency) =>
        encodeCustomId(DETAIL_KIND, schedule.id, keep ? date : PREVIEW, what, currency),
    });
  };
}

function revenueDrawing({ currency, revenue }: CurrencyParts, range: PostData['range']) {
  if (revenue === null || !revenue.ok) return null;
  const report = revenue.value.value;
  return () =>
    pictureOf(`revenue-${currency}`, revenueSeries({ currency, range, report }), LIGHT_SCALE);
}

/** For posts without the revenue chart: a card has room for one. */
function hashrateDrawing(
  { currency, summary }: CurrencyParts,
  kept: readonly Snapshot[],
  date: string,
) {
  if (summary === null || !summary.ok || kept.length === 0) return null;
  const now = summary.value.value.hashrate_24h;
  return () => hashrateChart({ currency, kept, now, date });
}
