import { startPlayground } from './page/start-playground.js';

/** `npm run playground`: starts everything, says where to look, ends everything on Ctrl-C. */
const playground = await startPlayground({ port: 8080, say: console.log }).catch(
  (error: unknown) => {
    console.error(`The playground could not start: ${String(error)}`);
    process.exit(1);
  },
);

console.log(`\nThe playground is running. Open ${playground.url}\nCtrl-C ends it.`);

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (ending) return;
    ending = true;
    console.log('\nEnding …');
    void playground.close().then(() => process.exit(0));
  });
}
