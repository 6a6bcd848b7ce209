import { DAYS_OF_WEEK, PAYMENT_FREQUENCIES } from './new-payment-settings.js';

export interface PayoutSchedule {
  readonly payment_frequency?: string | null | undefined;
  readonly day_of_week?: string | null | undefined;
}

/**
 * `weekly on Friday`. A word missing from the API description is quoted as received, so two records
 * read alike only if they are. `notGiven`: used if there is no frequency.
 */
export function payoutScheduleText(
  { payment_frequency: frequency, day_of_week: day }: PayoutSchedule,
  notGiven: string,
): string {
  const often = frequency
    ? choiceWord(frequency, PAYMENT_FREQUENCIES).replace(/^\w/, (letter) => letter.toLowerCase())
    : notGiven;
  return day && day !== 'UNSPECIFIED' ? `${often} on ${choiceWord(day, DAYS_OF_WEEK)}` : often;
}

/** `Friday` for FRIDAY. */
export function choiceWord(word: string, known: readonly string[]): string {
  return known.includes(word) ? word.charAt(0) + word.slice(1).toLowerCase() : `“${word}”`;
}
