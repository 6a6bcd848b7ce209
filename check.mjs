// `npm run check`, what CI runs. JavaScript for the same reason as build.mjs.

import { spawn } from 'node:child_process';

/** Beside each other: each alone leaves a core idle part of the time. */
const STATIC = [
  'npx prettier --check .',
  'npm run --silent lint',
  'npm run --silent types',
  'npm run --silent dead-code',
];

/**
 * What it says comes whole, once it has ended.
 * @param {string} command
 * @returns {Promise<boolean>} whether it passed
 */
function passes(command) {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}: ${command}\n${said}\n`);
      resolve(code === 0);
    });
  });
}

const passed = await Promise.all(STATIC.map(passes));
if (!passed.every(Boolean)) process.exit(1);

// With both cores to itself, and seen while it runs.
const tests = spawn('npm test', { shell: true, stdio: 'inherit' });
tests.once('close', (code) => process.exit(code ?? 1));
