import type { Logger } from 'pino';
import { toResult } from '../domain/errors/result.js';
import { storeNotClosedLog } from '../views/setup/durability-risk-sentence.js';
import { SECOND_MS } from '../domain/time/units.js';

/** Draining takes up to 10 s and leaving the gateway up to 5 s; after this, the process ends. */
const STOP_WITHIN_MS = 17 * SECOND_MS;

interface ShutdownSteps {
  /** Ends what is running, in order. */
  readonly finish: () => Promise<void>;
  /** Runs whatever became of `finish`, so that the store's file is complete by itself. */
  readonly closeStore: () => Promise<void>;
}

export function createShutdown(log: Logger) {
  let asked: { readonly code: number; readonly why: string } | undefined;
  let steps: ShutdownSteps | undefined;
  let isClosing = false;

  async function end(): Promise<void> {
    if (asked === undefined || steps === undefined) return;
    const { code, why } = asked;
    log[code === 0 ? 'info' : 'fatal']({ why }, 'stopping');
    const tooLong = () => {
      log.error('stopping took too long, so what was still under way was given up');
      void closeAndExit(code);
    };
    setTimeout(tooLong, STOP_WITHIN_MS).unref();
    const finished = await toResult(steps.finish());
    if (!finished.ok)
      log.error({ err: finished.error }, 'what was under way could not be ended in order');
    await closeAndExit(finished.ok ? code : 1);
  }

  async function closeAndExit(code: number): Promise<void> {
    if (isClosing || steps === undefined) return;
    isClosing = true;
    const closed = await toResult(steps.closeStore());
    if (!closed.ok) log.error({ err: closed.error }, storeNotClosedLog);
    process.exit(closed.ok ? code : 1);
  }

  function stop(code: number, why: string): void {
    if (asked !== undefined) return;
    asked = { code, why };
    void end();
  }

  return {
    /** Ends the process once, even if called before `arm`. */
    stop,
    /** From here on there is something to close, and signals and uncaught errors lead to `stop`. */
    arm(all: ShutdownSteps): void {
      steps = all;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const whileStarting = process.listeners(signal);
        process.on(signal, () => stop(0, signal));
        // Only now: Node drops a signal once its last listener is removed.
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
