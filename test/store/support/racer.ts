import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../src/store/open-store.js';
import { updateValue } from '../../../src/store/update-value.js';

/**
 * A child process that races others like it: for the same claims at the same moments, for the
 * numbers of one stream, and for one entry. Says which claims it won.
 */
const [dataDir = '', url = '', name = '', races = ''] = process.argv.slice(2);
const store = await openStore({ dataDir, url: url || undefined });

// Told when the race starts once all of them are here.
process.stdout.write('on the line\n');
const [told]: unknown[] = await once(process.stdin, 'data');
process.stdin.destroy();
const startAt = Number(String(told));
await sleep(startAt - Date.now() - 20);

const won: number[] = [];
for (let race = 0; race < Number(races); race++) {
  // Not a timer: all racers must start in the same millisecond.
  while (Date.now() < startAt + race);
  if (await store.claim(`race-${race}`)) won.push(race);
}

for (let count = 0; count < 100; count++) {
  while (!(await store.append('stream', (await store.lastSeq('stream')) + 1, `${name}-${count}`)));
}

for (let count = 0; count < 25; count++) {
  const place = { space: 'raced', key: 'names' };
  await updateValue(store, place, (now: readonly string[] = []) => [...now, `${name}-${count}`]);
}

await store.close();
process.stdout.write(`${JSON.stringify(won)}\n`);
