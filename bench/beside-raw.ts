import { setTimeout as sleep } from 'node:timers/promises';
import { startPool } from '../sandbox/pool/server.js';
import { cpuSeconds, median, memoryOf, MIB, quantile } from './support/process-figures.js';
import { openContender, type Contender } from './support/contender.js';

/**
 * `node dist/bench/beside-raw.js [rounds]`, on Linux: the real bot beside a bare one (`raw-bot.ts`)
 * that answers the same command from the same pool, in turns. What the vault, the checks, the
 * log, the retries and the card cost, as ratios of one run.
 */
const rounds = Number(process.argv[2] ?? 5);
const EVERY_MS = 10;
const STEADY = 1_000;
const FAR = { poolMs: 60, discordMs: 40, interactions: 30 };
const MANY_GUILDS = 2_500;

const pool = await startPool();
const pitboss = await openContender('pitboss', pool);
const raw = await openContender('raw', pool);
const deferring = await openContender('raw, deferring', pool);
const contenders = [pitboss, raw, deferring];

const starts = await inTurns(contenders, startWithManyGuilds);
for (const contender of contenders) await steadily(contender, 300);
const steady = await inTurns([pitboss, raw], (contender) => steadily(contender, STEADY));
pool.faults.latencyMs = FAR.poolMs;
for (const { discord } of contenders) discord.faults.latencyMs = FAR.discordMs;
const far = await inTurns(contenders, oneByOne);

print();
await Promise.all(contenders.map((contender) => contender.close()));
await pool.close();
process.exit(0);

/** Each in turn, as often as there are rounds. */
async function inTurns<Result>(
  all: readonly Contender[],
  measure: (contender: Contender) => Promise<Result>,
): Promise<ReadonlyMap<Contender, Result[]>> {
  const results = new Map<Contender, Result[]>(all.map((each) => [each, []]));
  for (let round = 0; round < rounds; round++)
    for (const each of all) results.get(each)?.push(await measure(each));
  return results;
}

/** From the start of the process: until it identifies, and how long the first person waits. */
async function startWithManyGuilds(contender: Contender) {
  contender.haveGuilds(MANY_GUILDS);
  await contender.stop();
  const identifiedMs = await contender.start();
  const firstMs = (await contender.ask()).firstMs;
  await sleep(2_000);
  return { identifiedMs, firstMs, mib: memoryOf(contender.pid()) / MIB };
}

/** A hundred a second, whatever the answers take. */
async function steadily(contender: Contender, count: number) {
  const before = cpuSeconds(contender.pid());
  const answers: ReturnType<Contender['ask']>[] = [];
  for (let number = 0; number < count; number++) {
    answers.push(contender.ask());
    await sleep(EVERY_MS);
  }
  const firstMs = (await Promise.all(answers)).map((each) => each.firstMs);
  const cpuMs = ((cpuSeconds(contender.pid()) - before) * 1_000) / count;
  return { cpuMs, p50: median(firstMs), p99: quantile(firstMs, 0.99) };
}

async function oneByOne(contender: Contender) {
  const finalMs: number[] = [];
  for (let number = 0; number < FAR.interactions; number++)
    finalMs.push((await contender.ask()).finalMs);
  return median(finalMs);
}

function print(): void {
  const of = <Result>(
    results: ReadonlyMap<Contender, Result[]>,
    contender: Contender,
    figure: (result: Result) => number,
  ) => median((results.get(contender) ?? []).map(figure));
  const row = <Result>(
    results: ReadonlyMap<Contender, Result[]>,
    figure: (result: Result) => number,
    floor = raw,
  ) => {
    const [ours, theirs] = [of(results, pitboss, figure), of(results, floor, figure)];
    return {
      pitboss: ours.toFixed(2),
      [floor.name]: theirs.toFixed(2),
      ratio: (ours / theirs).toFixed(2),
    };
  };
  console.table({
    'CPU for each, 100/s (ms)': row(steady, ({ cpuMs }) => cpuMs),
    'first response, 100/s, p50 (ms)': row(steady, ({ p50 }) => p50),
    'first response, 100/s, p99 (ms)': row(steady, ({ p99 }) => p99),
    [`final answer, pool ${FAR.poolMs}, Discord ${FAR.discordMs} ms`]: row(far, (ms) => ms),
    'final answer, beside defer and then call': row(far, (ms) => ms, deferring),
    [`${MANY_GUILDS} guilds: start to identify (ms)`]: row(starts, (each) => each.identifiedMs),
    [`${MANY_GUILDS} guilds: first one asking (ms)`]: row(starts, ({ firstMs }) => firstMs),
    [`${MANY_GUILDS} guilds: resident (MiB)`]: row(starts, ({ mib }) => mib),
  });
}
