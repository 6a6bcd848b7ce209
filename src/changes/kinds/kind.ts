import type { APIEmbedField } from 'discord-api-types/v10';
import type { z } from 'zod';
import type { WriteGate } from '../../pool-api/http/write-gate.js';
import type { PoolClient } from '../../pool-api/client.js';
import type { Contradiction } from '../../domain/changes/contradiction.js';
import type { FieldChange } from '../../domain/changes/field-change.js';
import type { OtherNetwork } from '../../domain/payment-settings/address-checks.js';
import type { ChangeRequest, Lookalikes, TextToType } from '../../domain/changes/change.js';
import { ChangeRuledOut, UserError } from '../../domain/errors/user-errors.js';
import { isRecord } from '../../domain/json/is-record.js';

/** What a preview needs besides the present state. */
export interface PreviewContext {
  readonly lookalikes?: Lookalikes | undefined;
  /** When the present state was read. */
  readonly at: number;
  /** Whether to include details that nobody needs to decide. */
  readonly isWhole?: boolean | undefined;
}

/** The requested change and what was known at that time. */
export interface RequestedChange<Input, Present> {
  readonly input: Input;
  readonly present: Present;
  readonly lookalikes?: Lookalikes | undefined;
}

/**
 * The only place that knows what a kind of change reads, shows and sends. Who may do it, when and
 * how often is up to the engine.
 */
export interface KindDefinition<Input, Present, Answer> {
  readonly name: string;
  /** Shown to people, such as `Move a subaccount`. */
  readonly title: string;
  readonly input: z.ZodType<Input>;
  /**
   * The part of the present state that the preview shows, as JSON, without anything that changes by
   * itself.
   */
  readonly present: z.ZodType<Present>;
  /** The pool's answer. */
  readonly answer: z.ZodType<Answer>;
  /** Which of the guild's two approval rules applies. */
  readonly rule: 'payments' | 'others';
  touches(input: Input): string;
  /** The thing's id, which survives a rename at the pool; null if it has none. */
  readonly touchesId?: (input: Input, present: Present) => string | null;
  /** The name of the subaccount that it is about. */
  subaccountOf(input: Input): string;
  /** Its id at the pool, which survives a rename; null if none is known. */
  subaccountIdOf(present: Present): string | null;
  /** The subject in a few words, for lists; plain text. */
  subject(input: Input): string;
  request(input: Input): ChangeRequest;
  /** The part of the present state shown after a drift; if missing, all of it. */
  readonly recordOf?: (present: Present) => unknown;
  /** Throws if it can't be read or is ambiguous; something missing at the pool is data. */
  read(pool: PoolClient, input: Input): Promise<Present>;
  /** Completes the input from the present state; fixed at the request. */
  readonly complete?: (input: Input, present: Present) => Input;
  lookalikes(pool: PoolClient, input: Input): Promise<Lookalikes>;
  /** Why the request makes no sense; null if it does. */
  objection(input: Input, present: Present, known?: Lookalikes): ChangeRuledOut | null;
  /** What a person must type to confirm; empty if a click is enough. */
  toType(requested: RequestedChange<Input, Present>): readonly TextToType[];
  /** Whether something about it deserves the colour of a warning. */
  readonly isDoubtful?: (input: Input, present: Present) => boolean;
  /** New addresses whose checksum is wrong. */
  readonly badAddresses?: (input: Input, present: Present) => readonly string[];
  /** New addresses that are valid on another network: no rule lets them pass. */
  readonly otherNetworks?: (input: Input, present: Present) => readonly OtherNetwork[];
  /** The differences it makes, in short. */
  fieldChanges(input: Input, present: Present): FieldChange[];
  /** Before → after, field by field. */
  preview(input: Input, present: Present, shown: PreviewContext): APIEmbedField[];
  /** Calls one writing method of the pool client, once. */
  send(pool: PoolClient, input: Input, gate: WriteGate): Promise<Answer>;
  /** Whether an id that was shown or answered tells it from another of the same name. */
  readonly isKnown: (before: Present, answer?: Answer) => boolean;
  /** Whether the state read back belongs to the same thing. */
  readonly isSame: (before: Present, now: Present, answer?: Answer) => boolean;
  /** Whether the state read back is what was requested. */
  isDone(input: Input, present: Present): boolean;
  /** Whether it may be what was requested, in the pool's own words; unless given, as `isDone`. */
  readonly isLike?: (input: Input, present: Present) => boolean;
  /**
   * Whether all that is new between two readings was requested, whatever else they say; null = there
   * was nothing. Unless given, false.
   */
  readonly hasAllNew?: (input: Input, before: Present | null, now: Present) => boolean;
  /** Which changes at the pool between two reads the request would undo, a line each. */
  readonly undone?: (input: Input, before: Present, now: Present) => string[];
  /** Where documented fields of the pool's answer differ from the request. */
  readonly contradictions: (
    requested: RequestedChange<Input, Present>,
    answer: Answer,
  ) => Contradiction[];
  /** The pool's answer as fields; without `consoleUrl` its paths are no links. */
  report(answer: Answer, consoleUrl: string | undefined): APIEmbedField[];
}

/** A kind with its types erased, so that the engine can list all kinds. */
export type ChangeKind = Required<KindDefinition<unknown, unknown, unknown>>;

/** Erases the types soundly: all input is parsed with the kind's own schemas. */
export function defineKind<Input, Present, Answer>(
  kind: KindDefinition<Input, Present, Answer>,
): ChangeKind {
  const input = (value: unknown) => kind.input.parse(value);
  const present = (value: unknown) => kind.present.parse(value);
  const answer = (value: unknown) => readableAnswer(kind.answer, value);
  const typedAsked = (requested: RequestedChange<unknown, unknown>) => ({
    ...requested,
    input: input(requested.input),
    present: present(requested.present),
  });
  const { touchesId = () => null } = kind;
  const { complete = (given) => given, badAddresses = () => [], otherNetworks = () => [] } = kind;
  const { recordOf = (given) => given, undone = () => [], isDoubtful = () => false } = kind;
  const { isLike = (...given) => kind.isDone(...given), hasAllNew = () => false } = kind;
  return {
    ...kind,
    recordOf: (now) => recordOf(present(now)),
    undone: (given, before, now) => undone(input(given), present(before), present(now)),
    complete: (given, now) => complete(input(given), present(now)),
    lookalikes: (pool, given) => kind.lookalikes(pool, input(given)),
    isDoubtful: (given, now) => isDoubtful(input(given), present(now)),
    badAddresses: (given, now) => badAddresses(input(given), present(now)),
    otherNetworks: (given, now) => otherNetworks(input(given), present(now)),
    touches: (given) => kind.touches(input(given)),
    touchesId: (given, now) => touchesId(input(given), present(now)),
    subaccountOf: (given) => kind.subaccountOf(input(given)),
    subaccountIdOf: (now) => kind.subaccountIdOf(present(now)),
    subject: (given) => kind.subject(input(given)),
    request: (given) => kind.request(input(given)),
    read: (pool, given) => kind.read(pool, input(given)).catch(throwRuledOut),
    objection: (given, now, known) => kind.objection(input(given), present(now), known),
    toType: (asked) => kind.toType(typedAsked(asked)),
    fieldChanges: (given, now) => kind.fieldChanges(input(given), present(now)),
    preview: (given, now, shown) => kind.preview(input(given), present(now), shown),
    isKnown: (before, given) => kind.isKnown(present(before), answer(given)),
    isSame: (before, now, given) => kind.isSame(present(before), present(now), answer(given)),
    send: (pool, given, gate) => kind.send(pool, input(given), gate),
    isDone: (given, now) => kind.isDone(input(given), present(now)),
    isLike: (given, now) => isLike(input(given), present(now)),
    hasAllNew: (given, before, now) =>
      hasAllNew(input(given), before === null ? null : present(before), present(now)),
    contradictions(asked, given) {
      const told = answer(given);
      return told === undefined ? [] : kind.contradictions(typedAsked(asked), told);
    },
    report: (given, consoleUrl) => kind.report(kind.answer.parse(given), consoleUrl),
  };
}

/** An answer that says it failed may have any shape: without the fields that have another one. */
function readableAnswer<Answer>(schema: z.ZodType<Answer>, value: unknown): Answer | undefined {
  const { data, error } = schema.safeParse(value);
  if (error === undefined || !isRecord(value)) return data;
  const odd = new Set(error.issues.map(({ path }) => path[0]));
  const others = Object.entries(value).filter(([name]) => !odd.has(name));
  return schema.safeParse(Object.fromEntries(others)).data;
}

/** Makes sure that whatever a kind finds ambiguous is entered, even without a code of its own. */
function throwRuledOut(error: unknown): never {
  if (error instanceof UserError && !(error instanceof ChangeRuledOut)) {
    throw new ChangeRuledOut('ruled-out', error.message);
  }
  throw error;
}

/** False without an id, because another one may have taken over the name. */
export function isSameId(
  before: string | null | undefined,
  now: string | null | undefined,
): boolean {
  return !!before && before === now;
}
