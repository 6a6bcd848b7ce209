import { setTimeout as sleep } from 'node:timers/promises';
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Call, Env, Operation } from './call.js';
import { write } from './deviations/apply.js';
import { answerInstead, spoil, takeFault } from './faults.js';
import type { Deviation, PoolFaults } from './loopback-pool.js';
import { commanderOperations } from './operations/commander.js';
import { derivativesOperations } from './operations/derivatives.js';
import { paymentSettingsOperations } from './operations/payment-settings.js';
import { poolReports } from './operations/pool-reports.js';
import { subaccountOperations } from './operations/subaccounts.js';
import { refusalResponse, type RefusalStatus } from './refusal.js';
import type { createRequestLog } from './request-log.js';
import type { Workspace } from './workspace.js';

/** What the app is switched by and looks into. */
export interface PoolState {
  readonly deviations: ReadonlySet<Deviation>;
  readonly faults: PoolFaults;
  readonly log: ReturnType<typeof createRequestLog>;
  /** Undefined for an unknown key. */
  readonly workspaceOf: (key: string) => Workspace | undefined;
}

const operations: readonly Operation[] = [
  ...poolReports,
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
    const entry = log.add(context.req.raw, await readJson(context));
    const { fault, latencyMs } = takeFault(faults, { method, path });
    if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
    let answer = fault === null ? null : await answerInstead(context, faults, fault);
    if (answer === null) {
      await next();
      answer = fault === null ? context.res : await spoil(context, context.res, fault);
    }
    if (!context.env.incoming.socket.destroyed) entry.status = answer.status;
    // Without this hono would add the headers of the answer that is replaced.
    context.res = undefined;
    context.res = answer;
  });

  // Whoever comes here followed a link or a redirect that leads away from the pool.
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
      return context.body(write(run(call), call), 200, { 'content-type': 'application/json' });
    });
  }

  app.notFound(() => refusalResponse(faults, 404));
  app.onError((error) => {
    if (!(error instanceof HTTPException)) throw error;
    // Only `refuse` throws these, with a status of that type.
    return refusalResponse(faults, error.status as RefusalStatus, error.message);
  });
  return app;
}

/** Raw, or after the scheme that is seen to work too. */
function keyIn(context: Context<Env>): string {
  return (context.req.header('authorization') ?? '').replace(/^Bearer /, '');
}

async function callOf(context: Context<Env>, { deviations, faults }: PoolState): Promise<Call> {
  return {
    workspace: context.get('workspace'),
    url: new URL(context.req.url),
    deviations,
    faults,
    param: (name) => context.req.param(name) ?? '',
    body: await readJson(context),
  };
}

/** Undefined where there is no body, or none that is JSON. */
async function readJson(context: Context<Env>): Promise<unknown> {
  if (context.req.method === 'GET' || context.req.method === 'HEAD') return undefined;
  try {
    return JSON.parse(await context.req.text());
  } catch {
    return undefined;
  }
}
