import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { chromium, type Browser, type Page as Tab } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPage, type Page } from '../../sandbox/page/server.js';
import { playStory } from './player.js';

const CHROMIUM = '/usr/bin/chromium';
const ARGS = [
  'headless',
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
].map((name) => `--${name}`);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

/** A busy machine takes a while. */
const STORY = { timeout: 120_000 };

let page: Page;

beforeAll(async () => {
  // The browser runs what tsc makes of the client.
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'sandbox/page/client']);
  page = await startPage({ port: 0 });
});

afterAll(() => page.stop());

const isThere = existsSync(CHROMIUM);

describe.skipIf(!isThere)(`the playground${isThere ? '' : ` (skipped: no ${CHROMIUM})`}`, () => {
  let browser: Browser;
  let tab: Tab;
  const broken: string[] = [];
  const taken = new Set<string>();

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
  });

  beforeEach(async () => {
    tab = await browser.newPage({ viewport: PHONE });
    tab.setDefaultTimeout(8_000);
    tab.on('pageerror', ({ message }) => broken.push(message));
    await fetch(`${page.url}/control`, { method: 'POST', body: '{"what":"end"}' });
    await tab.goto(page.url);
  });

  afterEach(async () => {
    await tab.close();
    expect(broken.splice(0)).toEqual([]);
  });

  afterAll(() => browser.close());

  async function run(command: string, options: Readonly<Record<string, string>> = {}) {
    await tab.getByRole('combobox', { name: 'command' }).fill(command);
    for (const [name, value] of Object.entries(options)) {
      await tab.locator(`.draft [name="${name}"]`).selectOption(value);
    }
    await tab.getByRole('button', { name: 'Send' }).click();
  }

  const newest = () => tab.locator('.message').last();

  /** `npm run pictures` takes those of the README. */
  async function picture(name: string, words: string): Promise<void> {
    const folder = process.env['PICTURES'];
    const message = tab.locator('.message', { hasText: words }).last();
    const isDesk = tab.viewportSize()?.width === DESK.width;
    if (!folder || !isDesk || taken.has(name) || !(await message.isVisible())) return;
    taken.add(name);
    const style = '.suggested { outline: none }';
    await message.screenshot({ path: `${folder}/${name}.png`, style });
  }

  it('hands out a file as the bot sent it', async () => {
    await run('/miners list', { health: 'failing' });
    await newest().getByRole('button', { name: 'CSV' }).click();
    const link = newest().getByRole('link', { name: '.csv' });
    const [download] = await Promise.all([tab.waitForEvent('download'), link.click()]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('hashing_status');
    expect(text.split('\n').length).toBeGreaterThan(100);
  });

  it('offers while somebody types what the bot offers, and sends what that stands for', async () => {
    await tab.getByRole('button', { name: 'Adam, Admin' }).click();
    await tab.getByRole('combobox', { name: 'command' }).fill('/alerts remove');
    const rule = tab.getByRole('combobox', { name: 'rule' });
    await rule.fill('changes');
    const offered = tab.locator('#offered-rule option');
    await expect.poll(() => offered.count()).toBe(1);
    await rule.fill((await offered.getAttribute('value')) ?? '');
    await tab.getByRole('button', { name: 'Send' }).click();
    await newest().getByRole('heading', { name: 'Remove this alert rule?' }).waitFor();
  });

  it.each(['typed', 'pasted'])('takes a whole command that is %s in one go', async (way) => {
    const text = '/revenue currency:DOGE from:last 7 days site:Cedar Ridge';
    const input = tab.getByRole('combobox', { name: 'command' });
    if (way === 'typed') await input.pressSequentially(text);
    else {
      await tab.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await tab.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await input.press('Control+V');
    }
    await tab.keyboard.press('Enter');
    await newest()
      .getByRole('heading', { name: /DOGE.*Cedar Ridge/ })
      .waitFor();
    expect(await newest().textContent()).toContain('7 days');
  });

  it('asks about a fleet action whose id only the pool knows', async () => {
    await tab.getByRole('button', { name: 'Stories and controls' }).click();
    await tab.getByRole('button', { name: 'Reboot after the firmware update' }).click();
    await tab.getByRole('button', { name: 'Send' }).click();
    await newest().getByRole('heading', { name: 'Reboot · Cedar Ridge' }).waitFor();
  });

  it('keeps a private answer from other people', async () => {
    await run('/help');
    await newest().getByText('Only you can see this').waitFor();
    const own = await tab.locator('.message.private').count();
    await tab.getByRole('button', { name: 'Marek, Manager' }).click();
    await tab.locator('.person[aria-pressed=true]', { hasText: 'Marek' }).waitFor();
    await expect.poll(() => tab.locator('.message.private').count()).toBeLessThan(own);
  });

  describe.each([
    ['phone', PHONE],
    ['desk', DESK],
  ])('on a %s', (_, size) => {
    beforeEach(() => tab.setViewportSize(size));

    it(
      'plays a new payout address, which the pool receives once and corrected',
      STORY,
      async () => {
        const { books, opened } = await playStory(tab, 'Four eyes', () =>
          picture('change', 'Waiting · expires'),
        );
        const [present = '', mistyped = ''] = opened;
        expect(books).toEqual([
          expect.stringContaining('POST /api/v2/pool/payment-settings/BTC/cedar-ridge-hydro'),
        ]);
        const paid = [...(books[0] ?? '').matchAll(/"(?:address_name|revenue_allocation)": (.+)/g)];
        expect(paid.map(([, value]) => value?.replace(',', ''))).toEqual([
          '"cold"',
          '40',
          '"BTC treasury"',
          '60',
        ]);
        expect(present).toMatch(/^BTC treasury \| bc1\w+ \| 100$/);
        expect(mistyped).toMatch(/^cold \| bc1\w+ \| 40\nBTC treasury \| bc1\w+ \| 60$/);
        const [wrong = ''] = /bc1\w+/.exec(mistyped) ?? [];
        expect(books.join('\n')).not.toContain(wrong);
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
      },
    );
  });

  const move = (name: string) => `PATCH /api/v2/pool/subaccounts/${name}`;
  it.each([
    ['First look', []],
    ['Second thoughts', [move('pecos-flats-hydro')]],
    ['The pool is silent', [move('lone-mesa-hydro')]],
    ['Somebody else was first', ['POST /api/v2/pool/payment-settings/BTC/niagara-east-hydro']],
    ['A site loses power', []],
    ['Behind everybody’s back', []],
  ])('plays “%s” to its end', STORY, async (title, books) => {
    await tab.setViewportSize(DESK);
    const played = await playStory(tab, title, () => picture('summary', 'Pool summary · BTC'));
    expect(played.books.map((request) => request.split('\n')[0])).toEqual(books);
  });
});
