import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPlayground, type Playground } from '../../../sandbox/page/start-playground.js';
import { eventually } from '../eventually.js';
import {
  desktop,
  hasChromium,
  keepsPictures,
  openBrowser,
  phone,
  visit,
  type Visitor,
} from './browser.js';

const title = hasChromium ? 'the seven stories' : 'the seven stories (skipped: no chromium)';

/** Each story played by clicks alone, as the page tells it, on a desktop and with one thumb. */
describe.skipIf(!hasChromium).each([
  ['desk', desktop],
  ['phone', phone],
])(`${title}, %s`, { timeout: 90_000, concurrent: true }, (where, size) => {
  // One after the other in each browser, and both browsers at once: most of it is waiting.
  describe.sequential('one by one', () => {
    /** Phones only differ in where a story is shown, which the others cover. */
    const deskTest = test.runIf(where === 'desk');
    let playground: Playground;
    let browser: Browser;
    let visitor: Visitor;

    beforeAll(async () => {
      [browser, playground] = await Promise.all([
        openBrowser(),
        startPlayground({
          port: 0,
          say: () => undefined,
          env: { POOL_API_TIMEOUT_MS: '2000', DAILY_SPREAD_SECONDS: '0' },
        }),
      ]);
      visitor = await visit(browser, playground.url);
      visitor.page.setDefaultTimeout(12_000);
      await visitor.page.setViewportSize(size);
    }, 60_000);

    afterAll(async () => {
      await browser?.close();
      await playground?.close();
    });

    const workspace = () => playground.pool.workspaceOf(playground.key);
    const guide = () =>
      visitor.page.locator(where === 'desk' ? '.stories' : '.story-strip').first();
    const waitingCard = (): Locator =>
      visitor.page
        .locator('.message', { has: visitor.page.locator('button', { hasText: /^Confirm/ }) })
        .last();
    const ticked = (count: number) =>
      vi.waitFor(
        async () => expect(await visitor.page.locator('.story-step.done').count()).toBe(count),
        // Each look costs three processes a millisecond or two, and some minutes pass here.
        { timeout: 40_000, interval: 250 },
      );
    const astray = () => guide().locator('.story-astray').waitFor();

    async function openPanel(): Promise<void> {
      if (where === 'phone')
        await visitor.page
          .getByRole('button', { name: 'Stories and controls', exact: true })
          .click();
    }

    async function begin(id: string): Promise<void> {
      await openPanel();
      const choice = visitor.page.locator(`[data-story="${id}"]`);
      const back = visitor.page.getByRole('button', { name: /^(All stories|Leave)$/ });
      await choice.or(back).first().waitFor();
      if (await back.isVisible()) await back.click();
      await choice.click();
      await visitor.page.locator('.story-step.next').first().waitFor({ state: 'attached' });
    }

    /** Becomes the person that the step names, if any. */
    async function goThere(): Promise<void> {
      const place = guide().getByRole('button', { name: /^(Speak as|Go to) / });
      await guide().locator('.story-help').first().waitFor({ state: 'attached' });
      if (await place.isVisible()) await place.click();
    }

    async function send(): Promise<void> {
      await goThere();
      await guide().getByRole('button', { name: 'Write it for me' }).click();
      await picture('written');
      await visitor.page.getByRole('button', { name: 'Send' }).click();
    }

    async function press(name: string): Promise<void> {
      await goThere();
      await waitingCard().getByRole('button', { name }).click();
    }

    const act = (name: string | RegExp) => guide().getByRole('button', { name }).click();

    async function picture(name: string): Promise<void> {
      if (keepsPictures)
        await visitor.page.screenshot({ path: `output/story-${name}-${where}.png` });
    }

    /** What the page says happened to the money. */
    async function ending(name: string): Promise<string> {
      if (where === 'phone') {
        await picture(`${name}-strip-end`);
        await act('What happened to the money');
      }
      const end = visitor.page.getByRole('region', { name: 'What happened to the money' });
      await end.waitFor();
      await picture(`${name}-end`);
      const text = await end.innerText();
      if (where === 'phone')
        await visitor.page.getByRole('button', { name: 'Close stories and controls' }).click();
      return text;
    }

    test('are what somebody new meets first', async () => {
      const page = await browser.newPage({ viewport: size });
      await page.goto(playground.url);
      await page.locator('[data-story]').first().waitFor();
      expect(await page.locator('[data-story]').count()).toBe(7);
      expect(await page.getByLabel('Every request').isVisible()).toBe(false);
      if (keepsPictures) await page.screenshot({ path: `output/story-start-${where}.png` });
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide).toBeLessThanOrEqual(size.width);
      await page.close();
    });

    deskTest('first look: read, and be turned away', async () => {
      await picture('list');
      await begin('first-look');
      await send();
      await ticked(1);
      await picture('first-look');
      await send();
      await ticked(2);
      await send();
      await ticked(3);
      const { earnings, subaccounts } = workspace();
      const earned = subaccounts
        .map((each) => earnings.onDay(each, 'BTC', earnings.lastDay()))
        .reduce((sum, each) => sum + each, 0);
      const end = await ending('first-look');
      expect(end).toContain((earned / 1e8).toFixed(8));
      expect(end).toContain('Pitboss sent the pool no request');
    });

    deskTest('a second thought: confirmed by mistake, and back again', async () => {
      await begin('second-thought');
      await send();
      await ticked(1);
      // Deviates from the story.
      await press('Confirm');
      await astray();
      await picture('second-thought-astray');
      const [name = ''] = playground.pool.requests
        .filter(({ method }) => method === 'PATCH')
        .map(({ path }) => path.split('/').at(-1) ?? '');
      const now = workspace().subaccount(name)?.siteId;
      const other = workspace().sites.findLast(({ id }) => id !== now)?.name ?? '';
      await visitor.choose('subaccount move');
      await visitor.page.locator('.pill-input[aria-label="subaccount"]').fill(name);
      await visitor.page.locator('.pill-input[aria-label="site"]').fill(other);
      await visitor.page.getByRole('button', { name: 'Send' }).click();
      // Still so, although a second request is waiting.
      await guide().locator('.story-astray', { hasText: 'Cancel this one' }).waitFor();
      await press('Cancel');
      await ticked(2);
      await send();
      await ticked(3);
      await press('Confirm');
      await ticked(4);
      const end = await ending('second-thought');
      const site = workspace().site(workspace().subaccount(name)?.siteId ?? '')?.name;
      expect(end).toContain(`is now at ${site}`);
      expect(end).toContain('2 requests');
    });

    deskTest('left in the middle, and begun anew', async () => {
      await begin('second-thought');
      await send();
      await ticked(1);
      await begin('second-thought');
      await ticked(0);
      await send();
      await ticked(1);
      await press('Cancel');
      await ticked(2);
      await send();
      await ticked(3);
      await press('Confirm');
      await ticked(4);
      expect(await ending('second-thought-again')).toContain('one request');
    });

    test('four eyes: two people, and the pool’s own console', async () => {
      const { page } = visitor;
      await begin('four-eyes');
      const line = await guide().locator('.story-copy').inputValue();
      await send();
      await page.getByRole('button', { name: 'Fill in the change' }).last().click();
      await page.locator('dialog textarea').first().fill(line);
      await page.getByRole('button', { name: 'Submit' }).click();
      await ticked(1);
      await press('Confirm');
      await ticked(2);
      await press('Confirm');
      const typed = page.locator('dialog .input').first();
      await typed.fill('wrong!');
      await page.getByRole('button', { name: 'Submit' }).click();
      await astray();
      await press('Confirm');
      await typed.fill((line.split(' | ')[1] ?? '').slice(-6));
      await page.getByRole('button', { name: 'Submit' }).click();
      await ticked(3);
      await picture('four-eyes');
      await act('Approve it at the pool');
      await ticked(5);
      const address = line.split(' | ')[1] ?? '';
      expect(await ending('four-eyes')).toContain(
        `From now on it goes to cold wallet (${address}), 100%`,
      );
      const kept = workspace().subaccounts.map((each) =>
        workspace().payments.settings('BTC', each),
      );
      expect(JSON.stringify(kept)).toContain(address);
    });

    deskTest('drift: what is confirmed is no longer what was seen', async () => {
      await begin('drift');
      await send();
      await ticked(1);
      await act(/at the pool$/);
      await ticked(2);
      await press('Confirm');
      await ticked(3);
      await picture('drift');
      await press('Cancel');
      await ticked(4);
      expect(await ending('drift')).toContain('Pitboss sent the pool no request');
    });

    deskTest('silence: unknown, looked at, written down', async () => {
      await begin('silence');
      await send();
      await ticked(1);
      await press('Confirm');
      await ticked(3);
      await picture('silence');
      await goThere();
      await visitor.page
        .getByRole('button', { name: /Mark as checked/ })
        .last()
        .click();
      await visitor.page.locator('dialog .input').first().fill('Not moved, says the console.');
      await visitor.page.getByRole('button', { name: 'Submit' }).click();
      await ticked(4);
      const end = await ending('silence');
      expect(end).toContain('is still at');
      expect(end).toContain('one request');
      expect(playground.pool.faults.always).toBe(null);
    });

    test('tomorrow: two mornings, and their figures', async () => {
      await begin('tomorrow');
      await send();
      await ticked(1);
      await goThere();
      await act('Let a day pass');
      await ticked(3);
      await goThere();
      await picture('tomorrow-first');
      await act('Let a day pass');
      await ticked(5);
      await goThere();
      await picture('tomorrow-second');
      await send();
      await ticked(6);
      const answer = visitor.page.locator('.message', { hasText: '.csv' }).last();
      await answer.waitFor();
      // Discord's clock and the page's moved along.
      expect(await answer.locator('.sent-at').textContent()).toContain('Today');
      const posted = [
        ...(playground.discord.guilds.values().next().value?.channels.keys() ?? []),
      ].flatMap((id) => playground.discord.messages(id));
      const posts = posted.filter(({ components }) =>
        JSON.stringify(components).includes('daily-more:'),
      );
      // None begins with the line of a late post.
      expect(posts.map(({ content }) => content)).toEqual(['', '']);
      const files = posted
        .flatMap(({ attachments }) => attachments)
        .filter(({ filename }) => filename.startsWith('daily-figures-'));
      const [head = '', ...rows] = Buffer.from(files.at(-1)?.data ?? [])
        .toString()
        .trim()
        .split(/\r?\n/);
      expect(rows).toHaveLength(2);
      const column = head.split(',').findIndex((name) => name.startsWith('hashrate_24h'));
      expect(column).toBeGreaterThan(0);
      expect(new Set(rows.map((row) => row.split(',')[column])).size).toBe(2);
      const { earnings, subaccounts } = workspace();
      const earned = subaccounts
        .map((each) => earnings.onDay(each, 'BTC', earnings.lastDay()))
        .reduce((sum, each) => sum + each, 0);
      expect(await ending('tomorrow')).toContain(
        `Earned on ${earnings.lastDay()}: ${(earned / 1e8).toFixed(8)}`,
      );
      expect(playground.discord.refusals).toEqual([]);
      expect(visitor.complaints).toEqual([]);
    });

    test('a night: told once, acknowledged, told when it is over', async () => {
      const { page } = visitor;
      await begin('night');
      await send();
      await ticked(1);
      await page.getByRole('button', { name: 'Suggested alerts' }).last().click();
      await ticked(2);
      await act(/^Cut the power/);
      await ticked(3);
      await act('Let 15 minutes pass');
      await ticked(4);
      await goThere();
      const alert = page.locator('.message', { hasText: 'Firing: Hashrate' }).first();
      await picture('night-firing');
      await alert.getByRole('button', { name: 'Acknowledge' }).click();
      await ticked(5);
      await act('Switch it on');
      await ticked(6);
      await page.locator('.band.passing').waitFor({ state: 'hidden' });
      await act('Let 15 minutes pass');
      await ticked(7);
      const reply = page.locator('.message', { hasText: 'Resolved after' }).last();
      expect(await reply.locator('.replied').innerText()).toContain('Pitboss');
      await reply.locator('.replied').click();
      await page
        .locator('.message', { hasText: /^.*Resolved: .*Hashrate/s })
        .first()
        .waitFor();
      await picture('night-resolved');
      const end = await ending('night');
      expect(end).toMatch(/had no power from \d\d:\d\d to \d\d:\d\d UTC, 1\d minutes/);
      expect(end).toContain('Pitboss sent the pool no request');
      expect(workspace().conditions.revision()).not.toMatch(/-(,|$)/);
    });

    deskTest('a day passes by the controls too, without a story', async () => {
      const day = () => new Date(workspace().now()).getUTCDate();
      const before = day();
      await openPanel();
      await visitor.page.getByLabel('Stories and controls').getByText('Let a day pass').click();
      await eventually(() => expect(day()).not.toBe(before));
      await visitor.page.locator('.bot-status.online').waitFor({ state: 'attached' });
    });
  });
});
