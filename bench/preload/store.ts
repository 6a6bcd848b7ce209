import { open } from 'node:fs/promises';
import Database from 'libsql';
import { sayFigures } from './say-figures.js';

/** Counts what the bot asks of its store: reads, writes, and waits for the disk. */
const counts = { reads: 0, writes: 0, syncs: 0 };
/** libsql's `all` calls its own `iterate`; count that as one read. */
let isInside = false;

const database: object = Database.prototype;
wrap(database, 'prepare', (prepare) => (sql: unknown) => {
  const statement: unknown = prepare(sql);
  if (typeof sql !== 'string' || /^\s*PRAGMA/i.test(sql)) return statement;
  const kind = /^\s*(SELECT|WITH)/i.test(sql) ? 'reads' : 'writes';
  for (const name of ['get', 'all', 'run', 'iterate'])
    wrap(Object(statement), name, (run) => (...given) => {
      if (isInside) return run(...given);
      counts[kind] += 1;
      isInside = true;
      try {
        return run(...given);
      } finally {
        isInside = false;
      }
    });
  return statement;
});

const handle = await open('/dev/null');
const handles: object = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['datasync', 'sync'])
  wrap(handles, name, (sync) => () => {
    counts.syncs += 1;
    return sync();
  });

sayFigures(() => counts);

/** Replaces a method by another function; `original` keeps the object that it is called on. */
function wrap(
  on: object,
  name: string,
  other: (original: (...given: unknown[]) => unknown) => (...given: unknown[]) => unknown,
): void {
  const method: unknown = Reflect.get(on, name);
  if (typeof method !== 'function') return;
  Reflect.set(on, name, function replaced(this: unknown, ...given: unknown[]): unknown {
    return other((...passed) => Reflect.apply(method, this, passed))(...given);
  });
}
