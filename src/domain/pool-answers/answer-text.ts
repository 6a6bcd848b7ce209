/** Of what a server answered as text. */

/** Written for a browser, by something that isn't the pool's API. */
export function isPage(text: string): boolean {
  return /^\s*<(!doctype|html|\?xml)/i.test(text);
}

export function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
