import { expect, test } from 'vitest';
import { payoutScheduleText } from '../../../src/domain/payment-settings/payout-schedule.js';

test.each([
  ['WEEKLY', 'FRIDAY', 'weekly on Friday'],
  ['DAILY', 'UNSPECIFIED', 'daily'],
  ['MONTHLY', null, 'monthly'],
  [null, undefined, 'not given'],
  // The pool's own words never look like those of the description.
  ['weekly', 'friday', '“weekly” on “friday”'],
  ['EVERY_BLOCK', 'SOMEDAY', '“EVERY_BLOCK” on “SOMEDAY”'],
])('%s and %s', (payment_frequency, day_of_week, words) => {
  expect(payoutScheduleText({ payment_frequency, day_of_week }, 'not given')).toBe(words);
});
