// `npm run check`, what CI runs. JavaScript for the same reason as build.mjs.

import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Real processes and browsers: they wait a third of the time. */
const E2E = 'npm test -- --project e2e';

/** What fills that third. */
const BESIDE = [
  'npm test -- --project rooms --maxWorkers 2 --testTimeout 60000',
  'npx prettier --check .',
  'npm run --silent lint',
  'npm run --silent types',
  'npm run --silent dead-code',
];

/**
 * What it says comes whole, once it has ended.
 * @param {string} command
 * @returns {Promise<string | null>} the command, if it failed
 */
function failureOf(command) {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  // A test's bot must answer in time; this may take its time. What it starts inherits it.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}: ${command}\n${said}\n`);
      resolve(code === 0 ? null : command);
    });
  });
}

/** Seen while they run. */
const tests = spawn(E2E, { shell: true, stdio: 'inherit' });
/** @type {Promise<string | null>} */
const tested = new Promise((resolve) => {
  tests.once('close', (code) => resolve(code === 0 ? null : E2E));
});

const failures = (await Promise.all([tested, ...BESIDE.map(failureOf)])).filter(Boolean);
// Once more, because the tests said much since.
for (const command of failures) process.stdout.write(`FAILED: ${command}\n`);
process.exit(failures.length === 0 ? 0 : 1);
