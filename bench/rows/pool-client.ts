import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startLoopback } from '../loopback/start-loopback.js';
import type { Row } from './row.js';

const SMALL = 'CPU of a small GET (ms)';
const PAGE = 'CPU of a page of 1,000 miners (ms)';
const PROGRAM = join(import.meta.dirname, '../support/pool-client.js');

/** P8: the built pool client alone, beside the same reads by bare undici with the same schemas. */
export const poolClient: Row = {
  id: 'P8',
  name: 'pool-client',
  what: 'one read of the pool',
  targets: [
    { figure: SMALL, beside: 'undici + zod', atMost: 2.8 },
    { figure: PAGE, beside: 'undici + zod', atMost: 1.3 },
  ],
  async open({ quick }) {
    const loopback = await startLoopback();
    const cpuOf = async (client: string, what: string, count: number) => {
      const args = [PROGRAM, client, loopback.poolUrl, what, String(count)];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return Number(stdout);
    };
    return {
      contenders: ['pitboss', 'undici + zod', 'axios'],
      round: async (client) => ({
        [SMALL]: await cpuOf(client, 'summary', quick ? 1_000 : 4_000),
        [PAGE]: await cpuOf(client, 'miners', quick ? 20 : 100),
      }),
      close: () => loopback.close(),
    };
  },
};
