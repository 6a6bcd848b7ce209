import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { mapScalars } from './walk.js';

const enumKeys = new Set([
  'status',
  'side',
  'type',
  'hashing_status',
  'healthy_status',
  'payment_frequency',
  'day_of_week',
  'revenue_type',
  'action_type',
  'action_name',
  'failure_code',
]);

/** Uses words that no enum lists. */
export function unknownEnums(body: unknown): unknown {
  return mapScalars(body, (value, key) =>
    typeof value === 'string' && value !== '' && enumKeys.has(key) ? `X_${value}_2` : value,
  );
}

/** Gives fractions more digits than a double holds; of whole numbers, only the wallet's id. */
export function longDigits(body: unknown): unknown {
  return mapScalars(body, (value, key) => {
    if (key === 'wallet_id') return new LosslessNumber('9007199254740993000001');
    if (typeof value !== 'number' || Number.isInteger(value)) return value;
    const digits = `${value}`.includes('e') ? value.toFixed(12) : `${value}`;
    return new LosslessNumber(`${digits}000000000000000000123`);
  });
}

export function numbersAsStrings(body: unknown): unknown {
  return mapScalars(body, (value) =>
    typeof value === 'number' || isLosslessNumber(value) ? value.toString() : value,
  );
}

/** Keeps every digit: hash rates have more of them than a double holds. */
export function stringsAsNumbers(body: unknown): unknown {
  return mapScalars(body, (value) =>
    typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? new LosslessNumber(value) : value,
  );
}
