/** Returns the text without the key, in whatever spelling an answer may repeat it. */
export type Strike = (text: string) => string;

/** For the key itself and its spellings in a URL and in JSON. */
export function strikeOut(key: string): Strike {
  const spellings = new Set([key, inUrl(key), inJson(key)]);
  for (const spelling of spellings) {
    spellings.add(spelling.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()));
  }
  spellings.delete('');
  return (text) => {
    let struck = text;
    for (const spelling of spellings) struck = struck.replaceAll(spelling, '[key]');
    return struck;
  };
}

function inJson(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}

/** Empty for text with half a surrogate pair, which no URL can carry. */
function inUrl(key: string): string {
  try {
    return encodeURIComponent(key);
  } catch {
    return '';
  }
}
