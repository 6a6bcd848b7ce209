import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPlayground, type Playground } from '../../../sandbox/page/start-playground.js';
import {
  desktop,
  hasChromium,
  keepsPictures,
  openBrowser,
  phone,
  visit,
  type Visitor,
} from './browser.js';

const title = hasChromium ? 'changes by hand' : 'changes by hand (skipped: no chromium)';
const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** The whole flow as four of the people, with a picture of every state's card, wide and narrow. */
describe.skipIf(!hasChromium)(title, { timeout: 60_000 }, () => {
  let playground: Playground;
  let browser: Browser;
  let visitor: Visitor;
  let subaccounts: string[];

  beforeAll(async () => {
    [browser, playground] = await Promise.all([
      openBrowser(),
      // Long enough for a picture of the card while it waits for the pool.
      startPlayground({
        port: 0,
        say: () => undefined,
        env: { POOL_API_TIMEOUT_MS: '5000' },
      }),
    ]);
    visitor = await visit(browser, playground.url);
    await visitor.page.locator('.channel', { hasText: 'treasury' }).click();
    subaccounts = playground.pool.workspaceOf(playground.key).subaccounts.map(({ name }) => name);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await playground?.close();
  });

  /** The newest change in the channel. */
  const card = (): Locator =>
    visitor.page.locator('.message', { hasText: /Change [\w-]{22}/ }).last();

  async function keep(name: string, what: Locator = card()): Promise<void> {
    await what.waitFor();
    if (!keepsPictures) return;
    for (const [width, size] of Object.entries({ desktop, phone })) {
      // High enough for the longest card, which the page's header would otherwise cover.
      await visitor.page.setViewportSize({ ...size, height: 2_000 });
      // The page redraws a message at every edit, perhaps in the middle of a picture.
      await vi.waitFor(
        () => what.screenshot({ path: `output/change-${name}-${width}.png` }),
        5_000,
      );
    }
    await visitor.page.setViewportSize(desktop);
  }

  /** Fills the options in order; those with completion are picked from the list. */
  async function run(command: string, options: Record<string, string>): Promise<void> {
    const { page } = visitor;
    await visitor.choose(command);
    for (const [name, value] of Object.entries(options)) {
      const field = page.locator(`.pill-input[aria-label="${name}"]`);
      if ((await field.count()) === 0) {
        await visitor.composer.fill(name);
        await page.locator('.picker-item', { hasText: name }).first().click();
      }
      await field.fill(value);
      const offered = page.locator('.picker-item', { hasText: value }).first();
      if (['subaccount', 'site', 'currency'].includes(name)) await offered.click();
    }
    await page.getByRole('button', { name: 'Send' }).click();
  }

  async function askToMove(index: number): Promise<void> {
    const workspace = playground.pool.workspaceOf(playground.key);
    const { sites } = workspace;
    const name = subaccounts[index] ?? '';
    const now = sites.findIndex(({ id }) => id === workspace.subaccount(name)?.siteId);
    // Not the next one, because that is where the control panel moves it.
    const site = sites[(now + 2) % sites.length]?.name ?? '';
    const before = await visitor.page.locator('.message').count();
    await visitor.speakAs('Marek');
    await run('subaccount move', { subaccount: name, site, reason: 'new hall' });
    await expect.poll(() => visitor.page.locator('.message').count()).toBeGreaterThan(before);
    await card().getByRole('button', { name: 'Confirm' }).waitFor();
  }

  const press = (name: string) => card().getByRole('button', { name }).click();
  const says = (words: string) => card().getByText(words).first().waitFor({ timeout: 15_000 });
  const control = (label: string) => visitor.page.getByLabel(label);

  test('a viewer is refused, a manager asks and confirms, and the effect is observed', async () => {
    await askToMove(0);
    await keep('pending');
    await visitor.speakAs('Vera');
    await press('Confirm');
    const refused = visitor.page.locator('.message', { hasText: 'need a manager or approver' });
    await refused.waitFor();
    await keep('viewer-refused', refused);
    await visitor.speakAs('Sofia');
    await press('Confirm');
    await says('Sent once; the pool answered');
    await keep('reported');
    await says('Seen at the pool');
    await keep('observed');
  });

  test('sending, then unknown, then checked', async () => {
    await askToMove(1);
    await control('Pool faults meet changes alone').check();
    await control('Next request only').selectOption('hang');
    await press('Confirm');
    await says('Sent, waiting for the pool’s answer');
    await keep('sent');
    await says('Outcome unknown');
    await keep('unknown');
    await press('Mark as checked');
    await visitor.page.locator('dialog .input').fill('Not done: the console shows no action.');
    await visitor.page.getByRole('button', { name: 'Submit' }).click();
    await says('Checked by');
    await keep('resolved');
  });

  test('a pool that declines', async () => {
    await askToMove(2);
    await control('Next request only').selectOption('403');
    await press('Confirm');
    await says('The pool declined it');
    await keep('failed');
    await control('Pool faults meet changes alone').uncheck();
  });

  test('cancelled', async () => {
    await askToMove(3);
    await press('Cancel');
    await says('Cancelled');
    await keep('cancelled');
  });

  test('drifted: moved behind the bot’s back, and asked again', async () => {
    await askToMove(4);
    await control('Move behind the bot’s back').selectOption(subaccounts[4] ?? '');
    await visitor.speakAs('Sofia');
    await press('Confirm');
    const old = visitor.page.locator('.message', { hasText: 'Not sent: the pool’s values' }).last();
    await old.waitFor();
    await keep('drifted', old);
    await card().getByRole('button', { name: 'Confirm' }).waitFor();
    await keep('asked-again');
    await press('Cancel');
    await says('Cancelled');
  });

  test('frozen by an admin, and unfrozen', async () => {
    await askToMove(5);
    await visitor.speakAs('Adam');
    await run('changes freeze', { reason: 'an account may be stolen' });
    await says('Changes are frozen in this server');
    await keep('frozen');
    await run('changes unfreeze', { reason: 'all is well' });
    await card().getByRole('button', { name: 'Confirm' }).waitFor();
    await press('Cancel');
    await says('Cancelled');
  });

  test('where the money goes: form, preview, typed characters, approval at the pool', async () => {
    const { page } = visitor;
    await visitor.speakAs('Marek');
    await run('payment-settings change', {
      subaccount: subaccounts[0] ?? '',
      currency: 'BTC',
    });
    await page.getByRole('button', { name: 'Fill in the change' }).last().click();
    const text = page.locator('dialog textarea');
    await text.waitFor();
    await visitor.keepPicture('change-payment-form-desktop');
    const [first = ''] = (await text.inputValue()).split('\n');
    const half = first.replace(/\|[^|]*$/, '| 60');
    await text.fill(`${half}\ncold | ${COLD} | 30`);
    await page.locator('dialog input').last().fill('new cold wallet');
    await page.getByRole('button', { name: 'Submit' }).click();
    // A mistake doesn't require retyping.
    await page.getByText('add up to 90, not 100').last().waitFor();
    await page.getByRole('button', { name: 'Edit again' }).last().click();
    await text.waitFor();
    expect(await text.inputValue()).toBe(`${half}\ncold | ${COLD} | 30`);
    await visitor.keepPicture('change-payment-again-desktop');
    await text.fill(`${half}\ncold | ${COLD} | 40`);
    await page.getByRole('button', { name: 'Submit' }).click();
    await says('🆕 NEW address');
    await keep('payment-pending');
    await press('Confirm');
    await page.getByText('needs a second person').last().waitFor();

    await visitor.speakAs('Sofia');
    await press('Confirm');
    await page.locator('dialog .input').fill(COLD.slice(-6));
    await visitor.keepPicture('change-payment-typed-desktop');
    await page.getByRole('button', { name: 'Submit' }).click();
    await says('Sent once; the pool answered');
    await keep('payment-reported');
    const waiting = control('Approve a workspace action');
    await expect.poll(() => waiting.locator('option').count()).toBe(2);
    await waiting.selectOption({ index: 1 });
    await card().getByText('Seen at the pool').waitFor({ timeout: 25_000 });
    // The pool freezes payouts for a while after a change of addresses.
    await card().getByText('the pool lists these settings as frozen until').waitFor();
    await keep('payment-observed');
  });

  test('a link to a card leads to it on the page', async () => {
    const { page } = visitor;
    const first = page.locator('.message', { hasText: /Change [\w-]{22}/ }).first();
    const id = /Change ([\w-]{22})/.exec(await first.innerText())?.[1] ?? '';
    await run('changes show', { id });
    const link = page.locator('a[href^="https://discord.com/channels/"]').last();
    const { messageId = '' } =
      /(?<messageId>\d+)$/.exec((await link.getAttribute('href')) ?? '')?.groups ?? {};
    await link.click();
    const target = page.locator(`[data-message-id="${messageId}"]`);
    await expect.poll(async () => (await target.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect(page.context().pages()).toHaveLength(1);
    expect(visitor.strayRequests).toEqual([]);
  });

  test('the list, and what the audit channel was told', async () => {
    await visitor.speakAs('Vera');
    await run('changes list', {});
    const list = visitor.page.locator('.message').last();
    await list.getByText('newest first').waitFor();
    await keep('list', list);
    await visitor.page.locator('.channel', { hasText: 'audit' }).click();
    const told = visitor.page.locator('.message', { hasText: 'got the pool’s answer' }).last();
    await told.waitFor();
    await keep('audit', told);
    expect(playground.discord.refusals).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });
});
