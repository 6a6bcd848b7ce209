/**
 * What Discord would make of a text beyond showing its letters, found without our own code: a
 * backslash before a sign that is no letter, digit or space shows the sign.
 */
export function markdownIn(text: string): string[] {
  const found = CONSTRUCTS.filter(([, pattern]) => pattern.test(withoutEscapes(text)));
  return found.map(([name]) => name);
}

/** What a reader sees of a text without markdown. */
export function seen(text: string): string {
  return text.replaceAll(/\\([^0-9A-Za-z\s])/gu, '$1');
}

/** An escaped sign is a letter like any other. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/\\[^0-9A-Za-z\s]/gu, 'e');
}

const CONSTRUCTS: readonly (readonly [string, RegExp])[] = [
  ['mention', /<(@[!&]?|#)\d+>/],
  ['everyone', /@(everyone|here)/],
  ['emoji', /<a?:\w+:\d+>|:[^\s:]+:/],
  ['time', /<t:-?\d+(:\w)?>/],
  ['command', /<\/[^>]+:\d+>/],
  ['bold or italic', /\*[^*]+\*|(?<![A-Za-z0-9])_[^_]+_/],
  ['underline', /__[^]+__/],
  ['strike', /~~[^]+~~/],
  ['spoiler', /\|\|[^]+\|\|/],
  ['code', /`/],
  ['masked link', /\[[^\]]*\]\(/],
  ['link', /(https?|steam):\/\/\S/],
  ['invite', /discord(app)?\.(gg|com)\/\S/],
  ['heading', /^#{1,3} /m],
  ['small', /^-# /m],
  ['quote', /^(>>>|>) /m],
  ['list', /^\s*([-*+]|\d+\.) /m],
];
