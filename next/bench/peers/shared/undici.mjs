import { Pool } from 'undici';
import { POOL_API_URL, POOL_KEY } from './summary.mjs';

const pool = new Pool(POOL_API_URL, { connections: 64 });

export async function readPool(path) {
  const headers = { authorization: POOL_KEY };
  const { body } = await pool.request({ method: 'GET', path, headers });
  return body.json();
}
