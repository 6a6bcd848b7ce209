import Database from 'libsql';

/** Loaded into Pitboss before it starts: answers the benchmark's questions and moves its clock. */

const realNow = Date.now;
let ahead = 0;
// `systemClock` reads it; timers keep the real time.
Date.now = () => realNow() + ahead;

/** Without `begin` and `commit`. */
let statements = 0;
/** What was written and committed: with `synchronous = FULL` each is one. */
let fsyncs = 0;

// oxlint-disable-next-line typescript/unbound-method -- `apply` hands the database on
Database.prototype.prepare = new Proxy(Database.prototype.prepare, {
  apply(prepare, database: Database.Database, [text]: [string]) {
    const statement: Database.Statement = Reflect.apply(prepare, database, [text]);
    for (const name of ['run', 'all'] as const) {
      const method = statement[name].bind(statement);
      const counted = (...values: unknown[]) => {
        const result = method(...values);
        if (!/^(?:begin|commit)/.test(text)) statements += 1;
        if (!text.startsWith('select') && !database.inTransaction) fsyncs += 1;
        return result;
      };
      Object.assign(statement, { [name]: counted });
    }
    return statement;
  },
});

const answers: Readonly<Record<string, (value: number) => number>> = {
  now: Date.now,
  /** Moves the clock so many ms. */
  ahead: (ms) => (ahead += ms),
  /** Bytes in use once all garbage is collected. */
  heap() {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  },
  statements: () => statements,
  fsyncs: () => fsyncs,
};

process.on('message', ({ question, value }: { question: string; value: number }) => {
  process.send?.(answers[question]?.(value));
});
