import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** What this bot says shows that it got what a person set for it. */
test.each(['CHANGE_EXPIRY_MINUTES', 'DAILY_SPREAD_SECONDS', 'LOG_LEVEL'])(
  'the playground’s bot is given %s, and a wrong one ends it with the bot’s own words',
  async (name) => {
    const playground = spawn(process.execPath, ['dist/sandbox/playground.js'], {
      env: { ...process.env, [name]: 'never' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(playground.stderr), once(playground, 'close')]);
    expect(said).toContain('Pitboss cannot start with this environment');
    expect(said).toContain(`- ${name} is`);
    expect(code).toBe(1);
  },
);
