import { setTimeout as sleep } from 'node:timers/promises';
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Call, Env, Operation } from './call.js';
import { parseJson } from './request-log.js';
import { write } from './deviations/apply.js';
import { answerInstead, spoil, takeFault } from './faults.js';
import type { Deviation, PoolFaults } from './loopback-pool.js';
import { commanderOperations } from './operations/commander.js';
import { derivativesOperations } from './operations/derivatives.js';
import { devFeeOperations } from './operations/dev-fee.js';
import { paymentSettingsOperations } from './operations/payment-settings.js';
import { poolReports } from './operations/pool-reports.js';
import { subaccountOperations } from './operations/subaccounts.js';
import { isRefusalStatus, refusalResponse } from './refusal.js';
import type { createRequestLog } from './request-log.js';
import type { Workspace } from './workspace.js';

/** What controls the app, and what it reads. */
export interface PoolState {
  readonly deviations: ReadonlySet<Deviation>;
  readonly faults: PoolFaults;
  readonly log: ReturnType<typeof createRequestLog>;
  /** Undefined for an unknown key. */
  readonly workspaceOf: (key: string) => Workspace | undefined;
}

const operations: readonly Operation[] = [
  ...poolReports,
  ...devFeeOperations,
  ...subaccountOperations,
  ...paymentSettingsOperations,
  ...derivativesOperations,
  ...commanderOperations,
];

export function createApp(state: PoolState): Hono<Env> {
  const { faults, log } = state;
  const app = new Hono<Env>();

  app.use(async (context, next) => {
    const { method, path } = context.req;
    const entry = log.add(context.req.raw, await readText(context));
    const { fault, latencyMs } = takeFault(faults, { method, path });
    if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
    let answer = fault === null ? null : await answerInstead(context, faults, fault);
    if (answer === null) {
      await next();
      answer = fault === null ? context.res : await spoil(context, context.res, fault);
    }
    if (!context.env.incoming.socket.destroyed) entry.status = answer.status;
    // Otherwise hono would add the headers of the replaced answer.
    context.res = undefined;
    context.res = answer;
  });

  // Whoever comes here followed a link or redirect away from the pool.
  app.all('/elsewhere/*', (context) => context.json({ elsewhere: true }));

  app.use(async (context, next) => {
    const workspace = state.workspaceOf(keyIn(context));
    if (!workspace) return refusalResponse(faults, 401);
    context.set('workspace', workspace);
    return next();
  });

  for (const { method, path, run } of operations) {
    app.on(method, path, async (context) => {
      const call = await callOf(context, state);
      return context.body(write(await rewritten(run(call), call), call), 200, {
        'content-type': 'application/json',
      });
    });
  }

  app.notFound(() => refusalResponse(faults, 404));
  app.onError((error) => {
    if (!(error instanceof HTTPException) || !isRefusalStatus(error.status)) throw error;
    return refusalResponse(faults, error.status, error.message);
  });
  return app;
}

/** As somebody at the console wants it; a rewrite may also refuse or take its time. */
async function rewritten(body: unknown, { workspace, url }: Call): Promise<unknown> {
  let answer = body;
  for (const [part, rewrite] of workspace.rewrites)
    if (url.href.includes(part)) answer = await rewrite(answer);
  return answer;
}

/** Raw, or after the scheme that also works. */
function keyIn(context: Context<Env>): string {
  return (context.req.header('authorization') ?? '').replace(/^Bearer /, '');
}

async function callOf(context: Context<Env>, { deviations, faults }: PoolState): Promise<Call> {
  const text = await readText(context);
  return {
    workspace: context.get('workspace'),
    url: new URL(context.req.url),
    deviations,
    faults,
    param: (name) => context.req.param(name) ?? '',
    body: text === null ? undefined : parseJson(text),
  };
}

async function readText({ req }: Context<Env>): Promise<string | null> {
  return req.method === 'GET' || req.method === 'HEAD' ? null : req.text();
}
