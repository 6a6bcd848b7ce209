import { isRecord } from '../../domain/json/is-record.js';

/**
 * Whether Discord already has these commands. Its answer holds more than was sent (ids,
 * versions, defaults filled in), so what counts is that everything sent is there, and that
 * nothing else is that a person would see.
 */
export function sameCommands(sent: readonly object[], present: readonly object[]): boolean {
  if (sent.length !== present.length) return false;
  return sent.every((one) => {
    return present.some((other) => nameOf(other) === nameOf(one) && isAsSent(one, other));
  });
}

function nameOf(command: object): unknown {
  return isRecord(command) ? command['name'] : undefined;
}

/** Left out when sent, these are the same as not there. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

/** What Discord adds of its own to commands and options. */
const ITS_OWN = new Set([
  'id',
  'application_id',
  'guild_id',
  'version',
  'type',
  'nsfw',
  'dm_permission',
  'default_permission',
  'name_localized',
  'description_localized',
]);

function isAsSent(sent: unknown, present: unknown): boolean {
  if (isNothing(sent) && isNothing(present)) return true;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(present) &&
      sent.length === present.length &&
      sent.every((item, index) => isAsSent(item, present[index]))
    );
  }
  if (!isRecord(sent) || !isRecord(present)) return sent === present;
  const keys = new Set([...Object.keys(sent), ...Object.keys(present)]);
  return [...keys].every((key) => {
    const isAdded = sent[key] === undefined && ITS_OWN.has(key);
    return isAdded || isAsSent(sent[key], present[key]);
  });
}
