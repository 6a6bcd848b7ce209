import { startPlayground } from './page/start-playground.js';

/** `npm run playground`: starts everything, says where to look, ends everything on Ctrl-C. */
const starting = startPlayground({ port: 8080, say: console.log, env: passedOn() });

let ending = false;
// SIGHUP: its terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The second one is from somebody who does not want to wait.
    if (ending) process.exit(1);
    ending = true;
    console.log('\nEnding …');
    void end();
  });
}

try {
  const { url } = await starting;
  if (!ending) console.log(`\nThe playground is running (Ctrl-C ends it). Open ${url}`);
} catch (error) {
  // Ending it while it starts isn't a failure.
  if (!ending) {
    console.error(`The playground could not start: ${String(error)}`);
    process.exit(1);
  }
}

/** What somebody may want to see sooner than its default lets it happen. */
function passedOn(): Record<string, string> {
  const names = ['CHANGE_EXPIRY_MINUTES', 'DAILY_SPREAD_SECONDS', 'LOG_LEVEL'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function end(): Promise<never> {
  const playground = await starting.catch(() => null);
  await playground?.close();
  process.exit(0);
}
