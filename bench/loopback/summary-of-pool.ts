import { startPool } from '../../sandbox/pool/server.js';

/** One summary as the sandbox's pool gives it, and the names of the subaccounts in it. */
export async function summaryOfPool(): Promise<{ summary: Buffer; names: readonly string[] }> {
  const pool = await startPool();
  const { key, workspace } = pool.addWorkspace({ miners: 50, days: 7, subaccounts: 12 });
  const answer = await fetch(`${pool.url}/api/v2/pool/summary/BTC`, {
    headers: { authorization: key },
  });
  const summary = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`the pool says: ${summary.toString()}`);
  await pool.close();
  return { summary, names: workspace.subaccounts.map(({ name }) => name) };
}
