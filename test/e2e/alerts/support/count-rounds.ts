import { toResult } from '../../../../src/domain/errors/result.js';

const ROUNDS = /^pitboss_alert_round_late_seconds_count (\d+)/m;
/** A dead or stopped bot says nothing, and isn't awaited. */
const ANSWERS_WITHIN_MS = 1_000;

/** How many server rounds the bots at these health ports have begun; null if none answers. */
export async function countRounds(ports: readonly string[]): Promise<number | null> {
  const counts = await Promise.all(ports.map(roundsAt));
  const known = counts.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
}

async function roundsAt(port: string): Promise<number | null> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const answer = await toResult(fetch(`http://127.0.0.1:${port}/metrics`, { signal }));
  if (!answer.ok) return null;
  return Number(ROUNDS.exec(await answer.value.text())?.[1] ?? 0);
}
