import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import { it } from 'vitest';
import { startPage } from '../../sandbox/page/server.js';
import { playStory } from './player.js';

it('shoots', async () => {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'sandbox/page/client']);
  const page = await startPage({ port: 0, logLevel: 'silent' });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  for (const [name, title] of [['four', 'Four eyes'], ['second', 'Second thoughts'], ['silent', 'The pool is silent'], ['date', 'Somebody else']] as const) {
    if (process.env.ONLY && !process.env.ONLY.includes(name)) continue;
    for (const width of [390, 1280]) {
      if (width === 1280 && !process.env.DESK) continue;
      const tab = await browser.newPage({ viewport: { width, height: width === 390 ? 1100 : 800 } });
      tab.setDefaultTimeout(8_000);
      await tab.goto(page.url);
      let n = 0;
      const t = Date.now();
      try {
        const r = await playStory(tab, title, async () => {
          await new Promise((ok) => setTimeout(ok, 300));
          await tab.screenshot({ path: `/tmp/shots/${name}-${width}-${++n}.png` });
        });
        console.log(name, width, Date.now() - t, r);
        await tab.screenshot({ path: `/tmp/shots/${name}-${width}-end.png` });
        const text = await (await fetch(`${page.url}/state`)).json();
        for (const m of text.messages) console.log(JSON.stringify([m.content, ...m.embeds.map((e: any) => [e.title, e.description, e.footer?.text])]));
        console.log('refusals', text.log.refusals);
        if (name === 'four') {
          for (const ch of ['audit', 'treasury']) {
            await tab.getByRole('button', { name: ch }).click();
            await new Promise((ok) => setTimeout(ok, 300));
            await tab.screenshot({ path: `/tmp/shots/${name}-${width}-${ch}.png`});
          }
        }
        await tab.getByRole('button', { name: 'End the story' }).first().click();
 await new Promise((ok) => setTimeout(ok, 300));
      } catch (error) {
        console.log(name, width, 'FAILED', error);
        await tab.screenshot({ path: `/tmp/shots/${name}-${width}-failed.png` });
      }
      await tab.close();
    }
  }
  await browser.close();
  await page.stop();
}, 300_000);
