// `npm run check`, what CI runs. JavaScript for the same reason as build.mjs.

import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';

/** Each keeps both cores busy, and some of its tests have a time limit: one after the other. */
const ROOMS = 'npm test -- --project rooms --testTimeout 60000';
const E2E = 'npm test -- --project e2e';

/** What has no time limit, and uses what the real processes leave while they wait. */
const BESIDE = [
  'npx oxfmt --check',
  'npm run --silent lint',
  'npm run --silent types',
  'npm run --silent dead-code',
  'npm run --silent sbom > output/sbom.json',
];

/** More files that fail at once are no accident, even on a machine at half its speed. */
const MAX_AGAIN = 8;

const FAILED = { e2e: 'output/failed-e2e.txt', rooms: 'output/failed-rooms.txt' };
await mkdir('output', { recursive: true });
await Promise.all(Object.values(FAILED).map((file) => rm(file, { force: true })));

const beside = BESIDE.map((command) => failureOf(command));
const failed = [
  await failureOf(`${ROOMS} --maxWorkers 2`, { failedFiles: FAILED.rooms }),
  await failureOf(E2E, { failedFiles: FAILED.e2e }),
  ...(await Promise.all(beside)),
].filter((command) => command !== null);
const failures = [];
for (const command of failed) if (!(await passesAlone(command))) failures.push(command);
// Once more, because the tests said much since.
for (const command of failures) process.stdout.write(`FAILED: ${command}\n`);
process.exit(failures.length === 0 ? 0 : 1);

/**
 * Tests are seen while they run; what the others say comes whole, once they have ended.
 * @param {string} command
 * @param {{ failedFiles?: string }} tests where they write which files failed
 * @returns {Promise<string | null>} the command, if it failed
 */
function failureOf(command, { failedFiles } = {}) {
  const isTests = failedFiles !== undefined;
  // A test's bot must answer in time; the others may take their time.
  const isNice = !isTests && process.platform !== 'win32';
  const child = spawn(isNice ? `nice -n 19 ${command}` : command, {
    shell: true,
    stdio: isTests ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: isTests ? { ...process.env, FAILED_FILES: failedFiles } : process.env,
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
  const [tests, list] = command === E2E ? [E2E, FAILED.e2e] : [ROOMS, FAILED.rooms];
  if (!command.startsWith(tests)) return false;
  const files = (await readFile(list, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  if (files.length === 0 || files.length > MAX_AGAIN) return false;
  const alone = `${tests} --maxWorkers 1 ${files.join(' ')}`;
  if ((await failureOf(alone, { failedFiles: list })) !== null) return false;
  process.stdout.write(`FLAKY: failed beside others, passed alone: ${files.join(' ')}\n`);
  return true;
}
