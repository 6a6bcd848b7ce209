import { startPlayground } from './page/start-playground.js';

/** `npm run playground`: starts everything, prints the address, ends everything on Ctrl-C. */
const starting = startPlayground({ port: 8080, say: console.log, env: passedOn() });

let ending = false;
// SIGHUP: its terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second signal means that somebody doesn't want to wait.
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
  // Stopping it during startup isn't a failure.
  if (!ending) {
    console.error(`The playground could not start: ${String(error)}`);
    process.exit(1);
  }
}

/** Settings with which somebody can see things sooner than by default. */
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
