import { test } from 'vitest';
import { listen } from '../../sandbox/listen.js';
import { startHouse } from '../support/process.js';
test('dbg', { timeout: 60_000 }, async () => {
  const received: string[] = [];
  const receiver = await listen(async (request) => { received.push(await request.text()); return new Response(null, { status: 204 }); });
  const house = await startHouse();
  await house.startHere({ ALERT_WEBHOOK_URL: receiver.origin, LOG_LEVEL: 'warn' });
  const { workspace } = await house.newServer();
  workspace.fault = () => ({ kind: 'answer', status: 401, body: { error: { message: 'Invalid API key' } } });
  const t0 = Date.now();
  for (let i = 0; i < 16; i++) {
    const n = workspace.requests.length;
    if (i === 4) workspace.fault = null;
    await house.clock.advance(60_000);
    console.log(i, Date.now() - t0, workspace.requests.length - n, received.map((r) => r.slice(0, 150)));
  }
  await house.close(); await receiver.stop();
});
