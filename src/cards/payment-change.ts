import type { Change } from '../changes/change.js';
import {
  DAYS,
  FREQUENCIES,
  type ListedPayments,
  type PaymentSubject,
} from '../changes/kinds/payment-record.js';
import { FORM_ROOM, type TypedPayments } from '../changes/kinds/payment-form.js';
import { approvalWarning, paymentTitle } from '../changes/kinds/payments.js';
import type { Card, Choice, Form } from '../discord/reply.js';
import { escape } from '../text.js';
import { addressLines } from './addresses.js';
import { NOT_GIVEN } from './kit/figures.js';
import { momentText } from './kit/times.js';
import { payoutSchedule } from './payment-settings.js';

interface PresentPayments extends PaymentSubject {
  readonly listed: ListedPayments & { readonly readAt: number };
  /** The change of the same settings that isn't finished. */
  readonly open: Change | null;
}

/** What the pool lists now, above the button to the form. */
export function presentPaymentsCard({ listed, open, ...subject }: PresentPayments): Card {
  const { record, facts } = listed;
  const warnings = [
    approvalWarning(facts.status),
    open &&
      `⚠️ #${open.number} isn’t finished${open.state === 'unknown' ? ': outcome unknown' : ''}`,
  ].filter(Boolean);
  return {
    title: escape(paymentTitle(subject)),
    tone: warnings.length > 0 ? 'warning' : 'open',
    lines: [
      ...warnings,
      record === null ? 'The pool lists no payment settings yet.' : nowLine(record, facts),
      ...(record?.addresses ?? []).map(({ name, address, allocation }) =>
        addressLines({
          address_name: name,
          external_address: address,
          revenue_allocation: allocation,
        }),
      ),
    ],
    at: listed.readAt,
  };
}

function nowLine(
  { frequency, day }: NonNullable<ListedPayments['record']>,
  { status, nextPayoutAt }: ListedPayments['facts'],
): string {
  const next = momentText(nextPayoutAt, 'R');
  return `Now: **${escape(status ?? `status ${NOT_GIVEN}`)}** · ${payoutSchedule(frequency, day)}, next ${next}`;
}

/** `form`: its custom id. */
export function paymentForm(
  form: string,
  { typed, ...subject }: PaymentSubject & { readonly typed: TypedPayments },
): Form {
  const help = 'name | address | allocation';
  const isOneCoin = subject.currency !== 'LTC_DOGE';
  return {
    form,
    title: paymentTitle(subject),
    fields: [
      {
        name: 'frequency',
        label: 'Payout frequency',
        choices: FREQUENCIES.map(choice),
        value: typed.frequency,
        required: true,
      },
      {
        name: 'day',
        label: 'Day of the week',
        help: 'Only for weekly payouts',
        choices: DAYS.map(choice),
        value: typed.day,
        required: true,
      },
      {
        name: 'addresses',
        label: 'Payout addresses, one per line',
        help: isOneCoin ? `${help}. Allocations should add up to 100.` : help,
        value: typed.addresses,
        multiline: true,
        required: true,
        maxLength: FORM_ROOM,
      },
      {
        name: 'reason',
        label: 'Reason',
        help: 'Shown on the card',
        value: typed.reason,
        maxLength: 300,
      },
    ],
  };
}

function choice(value: string): Choice {
  return { label: value.charAt(0) + value.slice(1).toLowerCase(), value };
}
