export const REDIS = ['redis:', 'rediss:'];

const UNENCODED =
  'can’t be read: @, / and # in a user or password must be percent-encoded (%40, %2F, %23)';

/** What is wrong with the URL of a store's server, without quoting it; null = nothing. */
export function wrongServerUrl(text: string, protocols: readonly string[]): string | null {
  if (!URL.canParse(text)) return text.includes('@') ? UNENCODED : 'is no URL';
  const url = new URL(text);
  if (!protocols.includes(url.protocol)) return 'is of another kind';
  if (isSplitPassword(url, text)) return UNENCODED;
  const wrong = REDIS.includes(url.protocol) ? wrongForRedis(url) : null;
  return wrong ?? (url.hostname === '' ? 'names no host' : null);
}

/**
 * Such a URL can be parsed, but wrongly: what stands before the first / or # counts as the server,
 * and would be shown as such.
 */
function isSplitPassword({ pathname, search, hash }: URL, text: string): boolean {
  return (text.match(/@/g) ?? []).length > 1 || `${pathname}${search}${hash}`.includes('@');
}

/** Redis's client throws at these, in words that say nothing of the variable. Postgres's takes both. */
function wrongForRedis({ username, password, pathname }: URL): string | null {
  if (!isEncoded(username) || !isEncoded(password))
    return 'can’t be read: % in a user or password must be percent-encoded (%25)';
  if (!/^\/?\d*$/.test(pathname))
    return 'doesn’t give the number of a database behind the host, as in redis://host:6379/1';
  return null;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
