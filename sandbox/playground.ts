import { startPage } from './page/server.js';

/** `npm run playground`: Pitboss to try out, without an account or a token. */
const { PORT, LOG_LEVEL } = process.env;
const port = Number(PORT ?? 3210);
const page = await startPage({ port, logLevel: LOG_LEVEL }).catch((error: unknown) => {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isTaken) throw error;
  console.error(`Port ${port} is taken: set PORT to another one.`);
  process.exit(1);
});
console.log(`The playground is at ${page.url} (Ctrl-C ends it).`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void page.stop().then(() => process.exit(0)));
}
