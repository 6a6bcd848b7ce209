import type { Logger } from 'pino';

/** Draining takes up to 10 s and leaving the gateway up to 5 s; after this the process ends. */
const STOP_WITHIN_MS = 17_000;

export interface Shutdown {
  /** Ends the process once, also when it is called before `arm`. */
  stop(code: number, why: string): void;
  /** From here on there is something to close, and signals and uncaught errors end in `stop`. */
  arm(close: () => Promise<void>): void;
}

export function createShutdown(log: Logger): Shutdown {
  let asked: { readonly code: number; readonly why: string } | undefined;
  let close: (() => Promise<void>) | undefined;

  async function end(): Promise<void> {
    if (asked === undefined || close === undefined) return;
    const { code, why } = asked;
    log[code === 0 ? 'info' : 'fatal']({ why }, 'stopping');
    setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref();
    await close();
    process.exit(code);
  }

  function stop(code: number, why: string): void {
    if (asked !== undefined) return;
    asked = { code, why };
    void end();
  }

  return {
    stop,
    arm(all) {
      close = all;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const whileStarting = process.listeners(signal);
        process.on(signal, () => stop(0, signal));
        // Only now: Node drops an unheard signal when the last listener goes.
        for (const listener of whileStarting) process.off(signal, listener);
      }
      for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
        process.on(event, (error: unknown) => {
          log.fatal({ err: error }, event);
          stop(1, event);
        });
      }
      void end();
    },
  };
}
