import Database, { type Statement } from 'libsql';
import { systemClock } from '../src/clock.js';
import { createLog } from '../src/ops/log.js';
import { createMetrics } from '../src/ops/metrics.js';
import { createPoolApi } from '../src/pool/create-pool.js';

/** Loaded into Pitboss before it starts: answers the benchmark's questions and moves its clock. */

const realNow = Date.now;
let ahead = 0;
// `systemClock` reads it; timers keep the real time.
Date.now = () => realNow() + ahead;

const texts = new WeakMap<object, string>();
Database.prototype.prepare = new Proxy(Database.prototype.prepare, {
  apply(prepare, database, [text]: [string]) {
    const statement: object = Reflect.apply(prepare, database, [text]);
    texts.set(statement, text);
    return statement;
  },
});

let statements = 0;
/** Commits that wrote something: with `synchronous = FULL` each is one fsync. */
let fsyncs = 0;
let isInTransaction = false;
let hasWritten = false;

function note(text: string): void {
  statements += 1;
  const [verb = ''] = text.trim().toLowerCase().split(/\s/, 1);
  const isWrite = ['insert', 'update', 'delete'].includes(verb);
  if (verb === 'begin') isInTransaction = true;
  if (isWrite) hasWritten = true;
  if (verb === 'commit' || verb === 'rollback') isInTransaction = false;
  if (verb === 'rollback') hasWritten = false;
  if (isInTransaction || !hasWritten) return;
  fsyncs += 1;
  hasWritten = false;
}

/** Only for the row that asks: it costs some time. */
function countStatements(): number {
  const prototype: Statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'));
  for (const name of ['run', 'all', 'iterate'] as const) {
    const counted = new Proxy(prototype[name], {
      apply(method, statement: object, values) {
        note(texts.get(statement) ?? '');
        return Reflect.apply(method, statement, values);
      },
    });
    Object.assign(prototype, { [name]: counted });
  }
  return 0;
}

let pool: ReturnType<ReturnType<typeof createPoolApi>['forKey']> | undefined;
let pagesRead = 0;

/** Each another one, so that none comes from the cache. */
async function readPages(count: number): Promise<number> {
  pool ??= createPoolApi({
    baseUrl: process.env['POOL_API_URL'] ?? '',
    authPrefix: '',
    timeoutMs: 10_000,
    clock: systemClock,
    metrics: createMetrics(),
    log: createLog({ level: 'silent' }),
  }).forKey('lpk_bench');
  let rows = 0;
  for (let left = count; left > 0; left--) {
    const page = await pool.miners({}, { number: 1 + (pagesRead++ % 100), size: 1_000 });
    rows += page.rows.length;
  }
  return rows;
}

const answers: Readonly<Record<string, (value: number) => number | Promise<number>>> = {
  /** Moves the clock so many ms. */
  ahead: (ms) => (ahead += ms),
  /** Bytes in use once all garbage is collected. */
  heap() {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  },
  count: countStatements,
  statements: () => statements,
  fsyncs: () => fsyncs,
  pages: readPages,
};

process.on('message', async ({ question, value }: { question: string; value: number }) => {
  process.send?.(await answers[question]?.(value));
});
