import type { z } from 'zod';
import type { Line } from '../../discord/reply.js';
import type { UserError } from '../../errors.js';
import type { WriteRequest } from '../../pool/outcome.js';
import type { Pool } from '../../pool/pool.js';
import type { KindName, Present } from '../change.js';

/** What the pool lists of the thing: `record` is what people set, `facts` what a card says besides. */
export interface Listed<Record, Facts> {
  readonly record: Record;
  readonly facts: Facts;
}

/** All that is special about one kind of change. */
export interface KindSpec<Input, Record, Facts> {
  readonly name: KindName;
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
export interface Kind {
  readonly name: KindName;
  readonly isPayment: boolean;
  title(input: unknown): string;
  touches(input: unknown): string;
  target(input: unknown): string | null;
  read(pool: Pool, input: unknown): Promise<Present>;
  refuse(input: unknown, present: Present): UserError | null;
  request(input: unknown, present: Present): WriteRequest;
  isDone(input: unknown, present: Present): boolean;
  what(input: unknown, present: Present, isPreview: boolean): readonly Line[];
  warnings(input: unknown, present: Present): readonly string[];
  smallPrint(input: unknown, present: Present): readonly string[];
  newAddresses(input: unknown, present: Present): readonly string[];
  differences(shown: Present, found: Present): readonly Line[];
  undoes(input: unknown, shown: Present, found: Present): string;
  status(present: Present): string | null;
}

export function defineKind<Input, Record, Facts>(spec: KindSpec<Input, Record, Facts>): Kind {
  const input = (value: unknown) => spec.input.parse(value);
  const record = (present: Present) => spec.record.parse(present.record);
  const facts = (present: Present) => spec.facts.parse(present.facts);
  const listed = (present: Present) => ({ record: record(present), facts: facts(present) });
  return {
    name: spec.name,
    isPayment: spec.isPayment,
    title: (typed) => spec.title(input(typed)),
    touches: (typed) => spec.touches(input(typed)),
    target: (typed) => spec.target?.(input(typed)) ?? null,
    read: (pool, typed) => spec.read(pool, input(typed)),
    refuse: (typed, present) => spec.refuse(input(typed), listed(present)),
    request: (typed, present) => spec.request(input(typed), record(present)),
    isDone: (typed, present) => spec.isDone(input(typed), record(present), facts(present)),
    what: (typed, present, isPreview) => spec.what(input(typed), listed(present), isPreview),
    warnings: (typed, present) => spec.warnings?.(input(typed), listed(present)) ?? [],
    smallPrint: (typed, present) => spec.smallPrint?.(input(typed), listed(present)) ?? [],
    newAddresses: (typed, present) => spec.newAddresses?.(input(typed), record(present)) ?? [],
    differences: (shown, found) => spec.differences(record(shown), record(found)),
    undoes: (typed, shown, found) =>
      spec.undoes?.(input(typed), record(shown), record(found)) ??
      spec.differences(record(shown), record(found)).filter(Boolean).join('\n'),
    status: (present) => spec.status?.(facts(present)) ?? null,
  };
}
