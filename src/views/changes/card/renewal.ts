import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change, State } from '../../../domain/changes/change.js';
import { missedSpaces, unusualCharacters } from '../../../domain/names/suspicious-characters.js';
import type { NewPaymentSettings, PaymentSettings } from '../../../pool-api/resources.js';
import { wideField } from '../../kit/card.js';
import { count } from '../../kit/figures.js';
import { code, limitLines } from '../../kit/text.js';
import { NO_NAME, payoutRhythm } from '../../pool/payment-settings.js';
import { changeName, type NamedChange } from '../change-name.js';
import { byAt, byWhom } from '../change-headline.js';
import { differenceFields } from '../fields/difference-fields.js';
import { inAscii, quotedText } from '../text/exact-text.js';
import { timestamp } from '../../kit/times.js';

/** A request as the person made it, who pressed Ask again or used a command. */
export type AskedByPerson = Pick<Change, 'id' | 'number' | 'requester' | 'askedAt'>;

/** For a change that replaces an earlier one: made by Pitboss if that drifted, else by a person. */
export interface Renewal {
  /** The change it replaces. */
  readonly replaced: NamedChange;
  /** What became of the replaced change. */
  readonly state: State;
  /** It was seen in force since. */
  readonly isInForce?: boolean;
  /** The request of a person that it comes from: the replaced one, or an earlier one; null = not known. */
  readonly asked: AskedByPerson | null;
  /** The pool's record as the earlier change showed it, and as this one shows it. */
  readonly before: unknown;
  readonly now: unknown;
  /** Changes made in between that confirming this would undo. */
  readonly undone: readonly string[];
}

export function renewalLine({ requester, askedAt: renewedAt }: Change, renewal: Renewal): string {
  const { replaced, asked, state, isInForce } = renewal;
  const requested = asked === null ? null : requestedText(asked, replaced);
  const ended = state === 'reported' && isInForce ? IN_FORCE : ENDED[state];
  if (ended !== undefined) {
    const it = requested === null ? '' : ` It was ${requested}.`;
    return `🔁 **Asked again** by ${byAt({ by: requester, at: renewedAt })}: the earlier request (${changeName(replaced)}) ${ended}.${it}`;
  }
  const by = requested ?? `requested by ${byWhom({ by: requester, at: renewedAt })}`;
  return `🔁 **Replaces an earlier request** (${changeName(replaced)}), ${by}. Pitboss renewed it ${timestamp(renewedAt)} because the pool’s data had changed.`;
}

/** Who and when, and under which number if that isn't the one just named. */
function requestedText(asked: AskedByPerson, named: NamedChange): string {
  const { id, number, requester: by, askedAt: at } = asked;
  return `requested ${id === named.id ? '' : `as #${number} `}by ${byAt({ by, at })}`;
}

/** States after which a person asks again; Pitboss renews the others. */
const ENDED: Partial<Record<State, string>> = {
  expired: 'expired unconfirmed',
  cancelled: 'was cancelled',
  unknown: 'had an unknown outcome and was checked',
  reported: 'was sent, but isn’t in force at the pool',
};

const IN_FORCE = 'was sent, and the pool lists it by now';

const TITLE = '🔁 What changed since the earlier request';
/** The card of the earlier change shows further differences. */
const MOST = 400;
const LEAST = 150;

/** As much as fits in `room` characters, so that no address is dropped for it. */
export function renewalFields({ before, now, undone }: Renewal, room: number): APIEmbedField[] {
  const lines = limitLines(undone, (line) => line, { most: 4 });
  const warning = undone.length === 0 ? [] : [wideField(UNDONE, ...lines)];
  const left = room - warning.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const limit = Math.min(MOST, left - TITLE.length);
  const changed = limit < LEAST ? [] : differenceFields(before, now, { title: TITLE, limit });
  return [...(left < 0 ? [] : warning), ...changed];
}

const UNDONE = '⚠️ Confirming undoes what changed at the pool';

/**
 * A line for each requested field whose present value is neither the earlier nor the wanted one.
 */
export function undonePaymentLines(
  before: ComparedSettings | null,
  now: ComparedSettings | null,
  wanted: ComparedSettings,
): string[] {
  if (before === null || now === null) return [];
  const [was, is, next] = [fieldsOf(before), fieldsOf(now), fieldsOf(wanted)];
  return [...new Set([...is.keys(), ...next.keys()])].flatMap((field) => {
    const [found, sent] = [is.get(field), next.get(field)];
    if (found === was.get(field) || found === sent) return [];
    const name = field === PAYOUTS ? field : code(`…${field.slice(-6)}`);
    if (sent === undefined) return [`Confirming removes ${name} (now ${found}).`];
    const back = sent === was.get(field) ? 'back to' : 'to';
    return [`Confirming sets ${name} ${back} ${sent} (now ${found ?? 'not listed'}).`];
  });
}

type ComparedSettings = PaymentSettings | NewPaymentSettings;

const PAYOUTS = 'payouts';

/** Letters and spaces that nobody sees are escaped: two names that differ never look the same. */
function nameInFull(name: string): string {
  const isPlain = unusualCharacters(name).length === 0 && missedSpaces(name).length === 0;
  return code(isPlain ? name : inAscii(quotedText(name)), 60);
}

/** What each address is paid; an address may be listed more than once. */
function fieldsOf(settings: ComparedSettings): Map<string, string> {
  const fields = new Map([[PAYOUTS, payoutRhythm(settings)]]);
  for (const entry of settings.addresses ?? []) {
    const address = entry.external_address ?? '';
    const words = `${entry.address_name ? nameInFull(entry.address_name) : NO_NAME} at ${count(entry.revenue_allocation)}`;
    const before = fields.get(address);
    fields.set(address, before === undefined ? words : `${before} and ${words}`);
  }
  return fields;
}
