export type StoreKind = 'sqlite' | 'postgres' | 'redis';

/** The kind of store behind `STORE_URL`; without one it is the embedded SQLite. */
export function storeKind(url: string | undefined): StoreKind {
  if (url === undefined) return 'sqlite';
  return url.startsWith('postgres') ? 'postgres' : 'redis';
}
