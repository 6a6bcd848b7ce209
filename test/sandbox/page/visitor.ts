import { existsSync } from 'node:fs';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

/** Debian's; nothing is downloaded for these tests. */
const executablePath = '/usr/bin/chromium';
export const hasChromium = existsSync(executablePath);

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

export function openBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, headless: true, args });
}

/** A person at the page, with the words that such a person would use. */
export interface Visitor {
  readonly page: Page;
  readonly composer: Locator;
  readonly lastMessage: Locator;
  /** Addresses outside the page's own server that the page asked for. */
  readonly strayRequests: readonly string[];
  /** What the page's own scripts threw or complained about. */
  readonly complaints: readonly string[];
  choose(command: string): Promise<void>;
  run(command: string): Promise<void>;
  speakAs(name: string): Promise<void>;
  keepPicture(name: string): Promise<void>;
}

export async function visit(browser: Browser, url: string): Promise<Visitor> {
  const page = await browser.newPage({ viewport: desktop });
  const strayRequests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) strayRequests.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  const composer = page.getByLabel('Message', { exact: true });
  const visitor: Visitor = {
    page,
    composer,
    lastMessage: page.locator('.message').last(),
    strayRequests,
    complaints,
    async choose(command) {
      await composer.fill(`/${command}`);
      await page.keyboard.press('Enter');
      await page.locator('.command-name', { hasText: `/${command}` }).waitFor();
    },
    async run(command) {
      await visitor.choose(command);
      await page.keyboard.press('Enter');
    },
    async speakAs(name) {
      await page.getByRole('radio', { name }).locator('visible=true').click();
    },
    async keepPicture(name) {
      await page.screenshot({ path: `output/${name}.png` });
    },
  };
  return visitor;
}
