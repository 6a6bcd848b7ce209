import { existsSync } from 'node:fs';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

/** Debian's; nothing is downloaded for these tests. */
const executablePath = '/usr/bin/chromium';
export const hasChromium = existsSync(executablePath);

/** `PICTURES=1` stores a picture of what people see at each step in `output/`. */
export const keepsPictures = process.env['PICTURES'] === '1';

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

/** A person at the page, in the words such a person would use. */
export interface Visitor {
  readonly page: Page;
  readonly composer: Locator;
  /** Addresses outside the page's own server that the page requested. */
  readonly strayRequests: readonly string[];
  /** Errors and complaints from the page's own scripts. */
  readonly complaints: readonly string[];
  choose(command: string): Promise<void>;
  /** Sends a command without options; returns the answer, which may change. */
  run(command: string): Promise<Locator>;
  /**
   * The message with which the bot answers what `act` does. Never "the last message": until the
   * answer comes, that is the previous one, which may look just like it.
   */
  answerTo(act: () => Promise<void>): Promise<Locator>;
  speakAs(name: string): Promise<void>;
  keepPicture(name: string): Promise<void>;
  /** As a first-time visitor. In the same tab: a new one costs a second of CPU time. */
  comeAnew(): Promise<void>;
}

export async function visit(browser: Browser, url: string): Promise<Visitor> {
  // Animations are painted sixty times a second, and nobody looks.
  const page = await browser.newPage({ viewport: desktop, reducedMotion: 'reduce' });
  const strayRequests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) strayRequests.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const composer = page.getByLabel('Message', { exact: true });
  const visitor: Visitor = {
    page,
    composer,
    strayRequests,
    complaints,
    async choose(command) {
      await composer.fill(`/${command}`);
      await page.keyboard.press('Enter');
      await page.locator('.command-name', { hasText: `/${command}` }).waitFor();
    },
    async run(command) {
      await visitor.choose(command);
      return visitor.answerTo(() => page.keyboard.press('Enter'));
    },
    async answerTo(act) {
      const messages = page.locator('.message[data-message-id]');
      const fresh = messages.nth(await messages.count());
      await act();
      const id = await fresh.getAttribute('data-message-id');
      return page.locator(`.message[data-message-id="${id}"]`);
    },
    async speakAs(name) {
      await page.getByRole('radio', { name }).locator('visible=true').click();
    },
    async keepPicture(name) {
      if (keepsPictures) await page.screenshot({ path: `output/${name}.png` });
    },
    async comeAnew() {
      // After the page's own listener, which remembers the position.
      await page.evaluate('addEventListener("pagehide", () => sessionStorage.clear())');
      await page.setViewportSize(desktop);
      await enter();
    },
  };
  await enter();
  return visitor;

  async function enter(): Promise<void> {
    await page.goto(url);
    // Behind the stories, where people look for faults.
    await page.locator('.controls > summary').click();
  }
}
