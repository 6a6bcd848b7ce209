import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** What this bot says shows that it got the settings a person made for it. */
test('the playground’s bot is given its settings, and wrong ones end it with its own words', async () => {
  const names = ['CHANGE_EXPIRY_MINUTES', 'DAILY_SPREAD_SECONDS', 'LOG_LEVEL'];
  const playground = spawn(process.execPath, ['dist/sandbox/playground.js'], {
    env: { ...process.env, ...Object.fromEntries(names.map((name) => [name, 'never'])) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(playground.stderr), once(playground, 'close')]);
  expect(said).toContain('Pitboss cannot start with this environment');
  for (const name of names) expect(said).toContain(`- ${name} is`);
  expect(code).toBe(1);
});
