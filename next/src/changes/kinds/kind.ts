import type { z } from 'zod';
import type { Line } from '../../discord/reply.js';
import type { UserError } from '../../errors.js';
import type { WriteRequest } from '../../pool/outcome.js';
import type { Pool } from '../../pool/pool.js';
import type { Present } from '../change.js';

/** What the pool lists of the thing: `record` is what people set, `facts` what a card says besides. */
export interface Listed<Record, Facts> {
  readonly record: Record;
  readonly facts: Facts;
}

/** All that is special about one kind of change. */
export interface KindSpec<Input, Record, Facts> {
  /** Payment changes have their own rule and wait, and new addresses are typed to confirm. */
  readonly isPayment: boolean;
  readonly input: z.ZodType<Input>;
  readonly record: z.ZodType<Record>;
  readonly facts: z.ZodType<Facts>;
  /** Behind the number: "Move hall-1". At most 60 characters. */
  title(input: Input): string;
  /** What it changes, unique within the workspace. */
  touches(input: Input): string;
  /** Where it leads, for lists: the new site. Escaped. */
  target?(input: Input): string;
  /** @throws UserError, PoolError */
  read(pool: Pool, input: Input): Promise<Listed<Record, Facts>>;
  /** Why it cannot be asked for: nothing to change, say. */
  refuse(input: Input, listed: Listed<Record, Facts>): UserError | null;
  request(input: Input, record: Record): WriteRequest;
  isDone(input: Input, record: Record, facts: Facts): boolean;
  /** The changed values, before → **after**. */
  what(input: Input, listed: Listed<Record, Facts>, isPreview: boolean): readonly Line[];
  /** Lines that begin with ⚠️. */
  warnings?(input: Input, listed: Listed<Record, Facts>): readonly string[];
  /** Of the small print, such as "Checksum valid". */
  smallPrint?(input: Input, listed: Listed<Record, Facts>): readonly string[];
  /** New payout addresses, whose last characters are typed. */
  newAddresses?(input: Input, record: Record): readonly string[];
  /** How the pool's record differs from the one that was shown, before → after. */
  differences(shown: Record, found: Record): readonly Line[];
  /** What confirming undoes of what the pool changed between two requests; default: `differences`. */
  undoes?(input: Input, shown: Record, found: Record): string;
  /** The record's own status, such as ACTIVE, where it has one. */
  status?(facts: Facts): string | null;
}

/** A kind with its types erased: what a change carries is parsed where it is used. */
export type Kind = ReturnType<typeof defineKind>;

export function defineKind<Input, Record, Facts>(spec: KindSpec<Input, Record, Facts>) {
  const input = (value: unknown) => spec.input.parse(value);
  const record = (present: Present) => spec.record.parse(present.record);
  const facts = (present: Present) => spec.facts.parse(present.facts);
  const listed = (present: Present) => ({ record: record(present), facts: facts(present) });
  return {
    isPayment: spec.isPayment,
    title: (typed: unknown) => spec.title(input(typed)),
    touches: (typed: unknown) => spec.touches(input(typed)),
    target: (typed: unknown) => spec.target?.(input(typed)) ?? null,
    read: (pool: Pool, typed: unknown): Promise<Present> => spec.read(pool, input(typed)),
    refuse: (typed: unknown, now: Present) => spec.refuse(input(typed), listed(now)),
    request: (typed: unknown, now: Present) => spec.request(input(typed), record(now)),
    isDone: (typed: unknown, now: Present) => spec.isDone(input(typed), record(now), facts(now)),
    what: (typed: unknown, now: Present, isPreview: boolean) =>
      spec.what(input(typed), listed(now), isPreview),
    warnings: (typed: unknown, now: Present) => spec.warnings?.(input(typed), listed(now)) ?? [],
    smallPrint: (typed: unknown, now: Present) =>
      spec.smallPrint?.(input(typed), listed(now)) ?? [],
    newAddresses: (typed: unknown, now: Present) =>
      spec.newAddresses?.(input(typed), record(now)) ?? [],
    differences: (shown: Present, found: Present) => spec.differences(record(shown), record(found)),
    undoes: (typed: unknown, shown: Present, found: Present) =>
      spec.undoes?.(input(typed), record(shown), record(found)) ??
      spec.differences(record(shown), record(found)).filter(Boolean).join('\n'),
    status: (now: Present) => spec.status?.(facts(now)) ?? null,
  };
}
