import type { Gathered } from '../../daily/data/collect-post-data.js';
import type { Section } from '../../daily/schedule/schedule.js';
import type { Settled } from '../../domain/result.js';
import type { Picture } from '../charts/render/picture.js';
import type { EarlierFigures } from '../pool/daily-changes.js';
import type { NamedScope } from '../kit/scope.js';

/** What a daily post is made of. */
export interface DailyShown {
  /** The local date that the post stands for. */
  readonly date: string;
  readonly sections: readonly Section[];
  readonly gathered: Gathered;
  readonly scope: NamedScope;
  /** By currency; absent where there is no summary to compare. */
  readonly earlier: ReadonlyMap<string, EarlierFigures>;
  /** By currency; a failure is said, and is none of the pool's. */
  readonly charts: ReadonlyMap<string, Settled<Picture>>;
  /** When it was due, if it is so late that it must be said. */
  readonly lateSince: number | null;
  readonly customId: (what: DailyDetail, currency: string) => string;
}

type DailyDetail = 'summary' | 'revenue' | 'payments' | 'miners';
