/**
 * How to connect to `url` so that the server lists the connection under `name`. The client would
 * take a name in the URL before ours, and the tools know by ours whether a bot runs.
 */
export function namedConnection(url: string, name: string) {
  return { connectionString: withoutName(url), application_name: name };
}

function withoutName(url: string): string {
  const parsed = new URL(url);
  // Anything else stays exactly as it was written.
  if (!parsed.searchParams.has(PARAMETER)) return url;
  parsed.searchParams.delete(PARAMETER);
  return parsed.href;
}

const PARAMETER = 'application_name';
