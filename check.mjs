// `npm run check`, what CI runs. JavaScript for the same reason as build.mjs.

import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';

/** Real processes and browsers: they wait a third of the time. Seen while they run. */
const E2E = 'npm test -- --project e2e';
const ROOMS = 'npm test -- --project rooms --testTimeout 60000';

/** What fills that third. */
const BESIDE = [
  `${ROOMS} --maxWorkers 2`,
  'npx oxfmt --check',
  'npm run --silent lint',
  'npm run --silent types',
  'npm run --silent dead-code',
  'npm run --silent sbom > output/sbom.json',
];

/** More files that fail at once are no accident, even on a machine at half its speed. */
const MOST_AGAIN = 8;

const FAILED = { e2e: 'output/failed-e2e.txt', rooms: 'output/failed-rooms.txt' };
await mkdir('output', { recursive: true });
await Promise.all(Object.values(FAILED).map((file) => rm(file, { force: true })));

const e2e = failureOf(E2E, { seen: true, failedFiles: FAILED.e2e });
const beside = BESIDE.map((command) => failureOf(command, { failedFiles: FAILED.rooms }));
const failed = (await Promise.all([e2e, ...beside])).filter((command) => command !== null);
const failures = [];
for (const command of failed) if (!(await passesAlone(command))) failures.push(command);
// Once more, because the tests said much since.
for (const command of failures) process.stdout.write(`FAILED: ${command}\n`);
process.exit(failures.length === 0 ? 0 : 1);

/**
 * What it says comes whole, once it has ended, unless it is `seen`.
 * @param {string} command
 * @param {{ seen?: boolean, failedFiles: string }} how where tests write which files failed
 * @returns {Promise<string | null>} the command, if it failed
 */
function failureOf(command, { seen = false, failedFiles }) {
  // A test's bot must answer in time; the others may take their time.
  const child = spawn(seen || process.platform === 'win32' ? command : `nice -n 19 ${command}`, {
    shell: true,
    stdio: seen ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FAILED_FILES: failedFiles },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (said += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}: ${command}\n${said}\n`);
      resolve(code === 0 ? null : command);
    });
  });
}

/**
 * Real processes meet real clocks: an answer that is late on a busy machine fails a test. A few
 * files that failed beside others are run once more, alone, and named: each is a fault to mend.
 * @param {string} command
 */
async function passesAlone(command) {
  const [again, list] = command === E2E ? [E2E, FAILED.e2e] : [ROOMS, FAILED.rooms];
  if (!command.startsWith(again)) return false;
  const files = (await readFile(list, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  if (files.length === 0 || files.length > MOST_AGAIN) return false;
  const alone = `${again} --maxWorkers 1 ${files.join(' ')}`;
  if ((await failureOf(alone, { seen: true, failedFiles: list })) !== null) return false;
  process.stdout.write(`FLAKY: failed beside others, passed alone: ${files.join(' ')}\n`);
  return true;
}
