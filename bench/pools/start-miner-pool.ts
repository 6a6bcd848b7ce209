import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface MinerPool {
  readonly url: string;
  readonly key: string;
  close(): void;
}

/** Runs `miner-pool.ts` in its own process. */
export async function startMinerPool(miners: number, latencyMs: number): Promise<MinerPool> {
  const main = join(import.meta.dirname, 'miner-pool.js');
  const args = [main, String(miners), String(latencyMs)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, key } = Object(JSON.parse(line));
    return { url: String(url), key: String(key), close: () => child.stdin.end() };
  }
  throw new Error('the pool did not start');
}
