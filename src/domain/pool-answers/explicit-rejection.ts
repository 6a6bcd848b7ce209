import { isRecord } from '../json/is-record.js';
import { plainNamedFields } from './outcome-fields.js';
import { saysNo } from './success-words.js';

/**
 * Whether the words of an error, text or parsed JSON, hold an explicit rejection in English. Words
 * that only repeat the status (`Bad Request`, `error`) count if there are no others: beside them, the
 * others say what happened.
 */
export function saysExplicitRejection(error: unknown): boolean {
  const said = messagesIn(error).flatMap(clausesOf);
  if (said.some((clause) => !repeatsStatus(clause) && saysNo(clause))) return true;
  return said.some(saysNo) && textsIn(error).flatMap(clausesOf).every(repeatsStatus);
}

/** Fields in which public APIs say what was wrong; in lower case, letters only. */
const MESSAGES = new Set(
  (
    'message messages msg detail details reason reasons title code errorcode status ' +
    'error errors err failure failures errormessage errormsg errordescription ' +
    'issues violations fieldviolations constraints'
  ).split(' '),
);

/** Within an error, these repeat what was sent. */
const ECHOES = new Set('value values input received given actual target params'.split(' '));

/** A name or value that was sent may hold any word, so not every text is a message. */
function messagesIn(value: unknown, isInError = false): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => messagesIn(each, isInError));
  if (!isRecord(value)) return [];
  const fields = plainNamedFields(value);
  const messages = fields.filter(([name]) => MESSAGES.has(name));
  if (messages.length > 0) return messages.flatMap(([, inner]) => messagesIn(inner, true));
  // Lists of sentences under the names of fields, as Rails, Laravel and Django have them.
  return isInError
    ? fields.flatMap(([name, inner]) => (ECHOES.has(name) ? [] : messagesIn(inner, true)))
    : fields.flatMap(([, inner]) => (Array.isArray(inner) ? inner.filter(isSentence) : []));
}

function isSentence(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}\s+\p{L}/u.test(value);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A time, an id or an address. */
function isReference(text: string): boolean {
  return text === 'about:blank' || (/^[!-~]+$/.test(text) && /[\d/]/.test(text));
}

function clausesOf(text: string): string[] {
  if (isReference(text.trim())) return [];
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .split(/[.,;:!?()\n–—]+|\s-+\s/)
    .filter((clause) => /\p{L}/u.test(clause));
}

const STATUS_WORDS =
  /^(?:\s|\d|-|\b(?:bad|invalid|request|unprocessable|entity|content|errors?|err|fail(?:ed|ure)?|exception|http|status|code|client|with|INVALID ARGUMENT|FAILED PRECONDITION|OUT OF RANGE)\b)+$/;

/** `Bad Request`, `INVALID_REQUEST`, `Request failed with status code 400`; gRPC's words for 400. */
function repeatsStatus(clause: string): boolean {
  return STATUS_WORDS.test(clause) || STATUS_WORDS.test(clause.toLowerCase());
}
