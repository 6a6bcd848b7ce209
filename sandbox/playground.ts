import { startPage } from './page/server.js';

/** `npm run playground`: Pitboss to try out, without an account or a token. */
const { PORT, LOG_LEVEL } = process.env;
const page = await startPage({ port: Number(PORT ?? 3210), logLevel: LOG_LEVEL });
console.log(`The playground is at ${page.url} (Ctrl-C ends it).`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void page.stop().then(() => process.exit(0)));
}
