/** A number of 16 digits or more outside of quotes, or what looks like one. */
const MAYBE_LONG = /[\s:,[-]\d[\d.]{15}/;
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*(?:[eE][-+]?\d+)?/g;
/** More than a double is sure to keep. */
const MAX_DIGITS = 15;

/** Parses JSON; a number with more than 15 significant digits becomes text. Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(MAYBE_LONG.test(text) ? withLongNumbersAsText(text) : text);
  } catch {
    return undefined;
  }
}

function withLongNumbersAsText(json: string): string {
  return json.replaceAll(TEXT_OR_NUMBER, (token) =>
    token.startsWith('"') || significantDigits(token) <= MAX_DIGITS ? token : `"${token}"`,
  );
}

function significantDigits(number: string): number {
  return number
    .replace(/[eE].*/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '').length;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an answer says that the pool failed, whatever its status. */
export function saysFailed(answer: Readonly<Record<string, unknown>>): boolean {
  return answer['success'] === false || Boolean(answer['error']);
}
