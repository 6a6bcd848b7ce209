/** Of a namespace; no namespace holds a colon. */
export const spacePrefix = (name: string) => `pitboss:${name}`;
export const entryKey = (name: string, key: string) => `${spacePrefix(name)}::${key}`;
export const claimKey = (key: string) => `pitboss:claim:${key}`;
export const streamKey = (stream: string) => `pitboss:stream:${stream}`;
/** The number of an entry of a stream, from Redis's id of it. */
export const toSeq = (id: string) => Number.parseInt(id, 10);
