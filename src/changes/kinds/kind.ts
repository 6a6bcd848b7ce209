import type { APIEmbedField } from 'discord-api-types/v10';
import type { z } from 'zod';
import type { WriteGate } from '../../pool-api/http/write-gate.js';
import type { PoolClient } from '../../pool-api/client.js';
import type { Contradiction } from '../../domain/changes/contradiction.js';
import type { ChangeTerm } from '../../domain/changes/change-terms.js';
import type { OtherNetwork } from '../../domain/payments/addresses.js';
import type { ChangeRequest, Lookalikes, ToType } from '../../domain/changes/change.js';
import { ChangeRuledOut, UserError } from '../../domain/errors/user-errors.js';

/** What a preview is drawn with, besides the present. */
export interface PreviewedWith {
  readonly lookalikes?: Lookalikes | undefined;
  /** When the present was read. */
  readonly at: number;
  /** With what people don't need in order to decide, too. */
  readonly isWhole?: boolean | undefined;
}

/** What was asked for, and what was known then. */
export interface Asked<Input, Present> {
  readonly input: Input;
  readonly present: Present;
  readonly lookalikes?: Lookalikes | undefined;
}

/**
 * A kind of change: the only place that knows what it reads, shows and sends. Everything about
 * who, when and how often is the engine's.
 */
export interface KindOfChange<Input, Present, Answer> {
  readonly name: string;
  /** As people read it: `Move a subaccount`. */
  readonly title: string;
  readonly input: z.ZodType<Input>;
  /** JSON that holds what the preview shows of the present, and nothing that moves by itself. */
  readonly present: z.ZodType<Present>;
  /** The pool's record of it. */
  readonly answer: z.ZodType<Answer>;
  /** Which of the guild's two approval rules it falls under. */
  readonly rule: 'payments' | 'others';
  touches(input: Input): string;
  /** The same by the id, which stays where the pool renames it; null = it has none. */
  readonly touchesId?: (input: Input, present: Present) => string | null;
  /** What it is about, in a few words for lists; plain text. */
  subject(input: Input): string;
  request(input: Input): ChangeRequest;
  /** What of the present is shown where it has changed: all of it once; missing = as it is. */
  readonly recordOf?: (present: Present) => unknown;
  /** Throws when it can't be read or told apart; what isn't there is data. */
  read(pool: PoolClient, input: Input): Promise<Present>;
  /** The input with what only the present tells; fixed when it is asked for. */
  readonly complete?: (input: Input, present: Present) => Input;
  lookalikes(pool: PoolClient, input: Input): Promise<Lookalikes>;
  /** Why it makes no sense to ask for it; null = it does. */
  objection(input: Input, present: Present, known?: Lookalikes): ChangeRuledOut | null;
  /** What a person must type to confirm; empty = a click is enough. */
  toType(input: Input, present: Present): readonly ToType[];
  /** Whether something odd about it is worth a warning's colour. */
  readonly isDoubtful?: (input: Input, present: Present) => boolean;
  /** New addresses whose checksum is wrong. */
  readonly badAddresses?: (input: Input, present: Present) => readonly string[];
  /** Those of them that are whole, but of another network: no rule lets them pass. */
  readonly otherNetworks?: (input: Input, present: Present) => readonly OtherNetwork[];
  /** What it makes different, in short. */
  terms(input: Input, present: Present): ChangeTerm[];
  /** Before → after, field by field. */
  preview(input: Input, present: Present, shown: PreviewedWith): APIEmbedField[];
  /** Calls the one method of the pool client that writes, once. */
  send(pool: PoolClient, input: Input, gate: WriteGate): Promise<Answer>;
  /** Whether it can be told from another of its name, by the id that was shown or answered. */
  readonly isKnown: (before: Present, answer?: Answer) => boolean;
  /** Whether what was read back is of the very thing. */
  readonly isSame: (before: Present, now: Present, answer?: Answer) => boolean;
  /** Whether what was read back is what was asked for. */
  isDone(input: Input, present: Present): boolean;
  /** What of the changes at the pool between two presents a request would undo, a line each. */
  readonly undone?: (input: Input, before: Present, now: Present) => string[];
  /** What in the documented fields of the pool's record tells of something else than was asked for. */
  readonly contradictions: (asked: Asked<Input, Present>, answer: Answer) => Contradiction[];
  /** The pool's record as fields; `consoleUrl`: where its paths open; none = no links. */
  report(answer: Answer, consoleUrl: string | undefined): APIEmbedField[];
}

/** A kind whose types are forgotten: what the engine keeps in its list. */
export type ChangeKind = Required<KindOfChange<unknown, unknown, unknown>>;

/** Forgets the types soundly: whatever goes in is parsed with the kind's own schemas. */
export function defineKind<Input, Present, Answer>(
  kind: KindOfChange<Input, Present, Answer>,
): ChangeKind {
  const input = (value: unknown) => kind.input.parse(value);
  const present = (value: unknown) => kind.present.parse(value);
  const answer = (value: unknown) => (value === undefined ? undefined : kind.answer.parse(value));
  const { touchesId = () => null } = kind;
  const { complete = (given) => given, badAddresses = () => [], otherNetworks = () => [] } = kind;
  const { recordOf = (given) => given, undone = () => [], isDoubtful = () => false } = kind;
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
    subject: (given) => kind.subject(input(given)),
    request: (given) => kind.request(input(given)),
    read: (pool, given) => kind.read(pool, input(given)).catch(throwRuledOut),
    objection: (given, now, known) => kind.objection(input(given), present(now), known),
    toType: (given, now) => kind.toType(input(given), present(now)),
    terms: (given, now) => kind.terms(input(given), present(now)),
    preview: (given, now, shown) => kind.preview(input(given), present(now), shown),
    isKnown: (before, given) => kind.isKnown(present(before), answer(given)),
    isSame: (before, now, given) => kind.isSame(present(before), present(now), answer(given)),
    send: (pool, given, gate) => kind.send(pool, input(given), gate),
    isDone: (given, now) => kind.isDone(input(given), present(now)),
    contradictions: (asked, given) => {
      const typed = { ...asked, input: input(asked.input), present: present(asked.present) };
      return kind.contradictions(typed, kind.answer.parse(given));
    },
    report: (given, consoleUrl) => kind.report(kind.answer.parse(given), consoleUrl),
  };
}

/** So that what a kind finds ambiguous is entered, also where it names no code for it. */
function throwRuledOut(error: unknown): never {
  if (error instanceof UserError && !(error instanceof ChangeRuledOut)) {
    throw new ChangeRuledOut('ruled-out', error.message);
  }
  throw error;
}

/** False without an id: another one may have taken over the name. */
export function isSameId(
  before: string | null | undefined,
  now: string | null | undefined,
): boolean {
  return !!before && before === now;
}
