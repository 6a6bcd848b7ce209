import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../sandbox/page/start-playground.js';
import { desktop, hasChromium, openBrowser, phone, visit, type Visitor } from './browser.js';

const title = hasChromium ? 'the playground' : 'the playground (skipped: no chromium)';

const scrolledTo = 'document.querySelector(".feed").scrollTop';
const belowTheFold =
  '(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)' +
  '(document.querySelector(".feed"))';

describe.skipIf(!hasChromium)(title, () => {
  let playground: Playground;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    [browser, playground] = await Promise.all([
      openBrowser(),
      startPlayground({ port: 0, say: () => undefined }),
    ]);
    visitor = await visit(browser, playground.url);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await playground?.close();
  });

  afterEach(() => {
    playground.pool.faults.always = null;
    playground.pool.deviations.clear();
  });

  beforeEach(async () => {
    await visitor.comeAnew();
    await visitor.page.locator('.channel', { hasText: 'pool-ops' }).click();
  });

  test('/summary is answered with a card, and nothing is asked of any other host', async () => {
    const { page } = visitor;
    await visitor.composer.fill('/');
    await page.locator('.picker-item', { hasText: '/summary' }).waitFor();
    await visitor.keepPicture('desktop-commands');
    const answer = await visitor.run('summary');
    await answer.locator('.embed').waitFor();
    expect(await answer.locator('.origin').textContent()).toContain('Marek used /summary');
    expect(await answer.locator('.embed-title').textContent()).toContain('BTC');
    expect(await answer.textContent()).toContain('miners are failing');
    await visitor.keepPicture('desktop-summary');
    await page.setViewportSize(phone);
    await visitor.keepPicture('phone-summary');
    expect(visitor.strayRequests).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  test('an option is completed from what the bot suggests, and sent', async () => {
    const { page } = visitor;
    await visitor.choose('summary');
    await page.keyboard.type('subacc');
    await page.keyboard.press('Enter');
    const first = page.locator('.picker-item').first();
    await first.waitFor();
    const [known] = await page.locator('.picker-title').allTextContents();
    await visitor.keepPicture('desktop-autocomplete');
    await page.keyboard.press('Enter');
    const answer = await visitor.answerTo(() => page.keyboard.press('Enter'));
    await answer.locator('.embed').waitFor();
    expect(await answer.textContent()).toContain(known);
  });

  test('a choice is picked by touch, at phone width', async () => {
    const { page } = visitor;
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Commands' }).click();
    await page.locator('.picker-item', { hasText: '/summary' }).click();
    await page.locator('.picker-item', { hasText: 'private' }).click();
    await page.locator('.picker-item', { hasText: 'True' }).click();
    const answer = await visitor.answerTo(() => page.getByRole('button', { name: 'Send' }).click());
    await answer.locator('.embed').waitFor();
    expect(await answer.textContent()).toContain('Only you can see this');
    await visitor.keepPicture('phone-private');
    await visitor.speakAs('Vera');
    await answer.waitFor({ state: 'detached' });
  });

  test('only who may opens the form of /setup key, and its faults are told in it', async () => {
    const { page } = visitor;
    await visitor.speakAs('Vera');
    const denied = await visitor.run('setup key');
    await denied.getByText('Only you can see this').waitFor();
    expect(await page.locator('dialog').count()).toBe(0);

    await visitor.speakAs('Adam');
    await visitor.choose('setup key');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('This field is required.').first().waitFor();
    await visitor.keepPicture('desktop-form');
    await page.setViewportSize(phone);
    await visitor.keepPicture('phone-form');
    await page.locator('dialog .input').first().fill('not-a-key-of-this-pool');
    const refused = await visitor.answerTo(() =>
      page.getByRole('button', { name: 'Submit' }).click(),
    );
    await page.locator('dialog').waitFor({ state: 'detached' });
    await refused.getByText('Only you can see this').waitFor();
    await visitor.keepPicture('phone-refused-key');
  });

  test('the pages of /miners list are turned by a button', async () => {
    const { page } = visitor;
    const list = await visitor.run('miners list');
    const next = list.getByRole('button', { name: /next/i });
    await next.waitFor();
    await visitor.keepPicture('desktop-miners');
    await next.press('Enter');
    await list.getByText('Page 2').first().waitFor();
    // The focus stays, although the message was redrawn.
    await expect.poll(() => list.locator('button:focus').textContent()).toContain('Next');
    await page.setViewportSize(phone);
    await visitor.keepPicture('phone-miners');
  });

  test('a failing pool ends in a sentence that only the asker sees', async () => {
    const { page } = visitor;
    await page.getByLabel('Every request').selectOption('401');
    // One that nobody has asked about yet, so that no earlier answer is reused.
    await visitor.choose('summary');
    await page.keyboard.type('subaccounts');
    await page.locator('.picker-item', { hasText: 'subaccounts' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.pill-input[aria-label="subaccounts"]').fill('unheard-of');
    // If the bot remembers names to suggest, Enter may first take what was typed.
    await page.getByRole('button', { name: 'Send' }).click();
    // Comes after the first message for everyone, if the failure takes longer than that waits.
    const answer = page.locator('.message', { hasText: '401' }).last();
    await answer.getByText('Only you can see this').waitFor();
    expect(await answer.locator('.embed').textContent()).toContain('401');
    await visitor.keepPicture('desktop-pool-fails');
    await visitor.speakAs('Sofia');
    expect(await page.locator('.message', { hasText: '401' }).count()).toBe(0);
  });

  test('a late failure still says whose command it answers', async () => {
    playground.pool.faults.always = 500;
    await visitor.choose('dev-fee');
    await visitor.page.keyboard.press('Enter');
    // It first says that it thinks, then withdraws that: a private message can't replace it.
    const failure = visitor.page.locator('.message', { hasText: '(500)' });
    await failure.getByText('Only you can see this').waitFor();
    expect(await failure.locator('.origin').textContent()).toContain('Marek used /dev-fee');
  });

  test('Escape and Backspace leave the command, not the line one types in', async () => {
    const { page, composer } = visitor;
    const picker = page.locator('.picker');
    await visitor.choose('summary');
    await page.keyboard.type('subacc');
    await page.keyboard.press('Enter');
    await page.locator('.picker-item').first().waitFor();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'hidden' });
    await page.keyboard.press('Backspace');
    expect(await page.locator('.pill').count()).toBe(0);
    await page.keyboard.press('Backspace');
    expect(await page.locator('.command-name').count()).toBe(0);
    await page.keyboard.type('/action status ');
    await page.keyboard.press('Enter');
    await page.getByText('id: This is required.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.locator('.command-name').count()).toBe(0);
    expect(await page.getByText('This is required.').count()).toBe(0);
    await page.keyboard.type('good morning');
    expect(await composer.inputValue()).toBe('good morning');
  });

  test('the end stays in sight when a chart comes, and a click enlarges it', async () => {
    const { page } = visitor;
    await page.setViewportSize(phone);
    const answer = await visitor.run('revenue');
    const chart = answer.locator('.embed img');
    await chart.waitFor();
    await page.waitForFunction('Array.from(document.images).every(({ complete }) => complete)');
    await answer.getByRole('button', { name: 'All as CSV' }).waitFor();
    await expect.poll(() => page.evaluate(belowTheFold)).toBeLessThan(2);
    await chart.click();
    await page.locator('dialog img').waitFor();
    await visitor.keepPicture('phone-chart-enlarged');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  test('a reload keeps the person, the place and what was put away', async () => {
    const { page } = visitor;
    await visitor.speakAs('Sofia');
    const answer = await visitor.run('setup check');
    await answer.getByText('Only you can see this').waitFor();
    await answer.getByRole('button', { name: 'Dismiss message' }).click();
    await page.locator('.feed').hover();
    await page.mouse.wheel(0, -600);
    await page.getByRole('button', { name: 'Jump to present' }).waitFor();
    const before = await page.evaluate(scrolledTo);
    await page.reload();
    await page.locator('.message').first().waitFor();
    expect(await page.getByRole('radio', { name: 'Sofia' }).first().isChecked()).toBe(true);
    expect(await page.evaluate(scrolledTo)).toBe(before);
    expect(await answer.count()).toBe(0);
    await page.getByRole('button', { name: 'Jump to present' }).click();
    expect(await page.evaluate(belowTheFold)).toBeLessThan(2);
  });

  test('text from people and from the pool never becomes a part of the page', async () => {
    const { page } = visitor;
    const hostile = '<img src=x onerror="window.caught=1"><script>window.caught=1</script>';
    await visitor.composer.fill(hostile);
    const said = await visitor.answerTo(() => page.keyboard.press('Enter'));
    await said.getByText('<script>').waitFor();
    await page.getByText('Pool differs from its description').click();
    await page.getByLabel('Hostile text').check();
    const answer = await visitor.run('miners list');
    await answer.locator('.embed, .md-pre').first().waitFor();
    await visitor.keepPicture('desktop-hostile');
    const foreign = page.locator('.messages :is(script, iframe, object, img:not([src^="/"]))');
    expect(await foreign.count()).toBe(0);
    expect(await page.evaluate('"caught" in window')).toBe(false);
    expect(playground.discord.refusals).toEqual([]);
  });

  test('what Discord delivers twice is answered once', async () => {
    const { page } = visitor;
    await page.getByText('Deliver everything twice').click();
    const before = await page.locator('.message').count();
    const answer = await visitor.run('help');
    await answer.locator('.embed').waitFor();
    await page.getByText('Deliver everything twice').click();
    await page.waitForFunction('document.querySelectorAll(".switch:checked").length === 0');
    // By the time this one arrives, a second answer to the previous one would have too.
    await (await visitor.run('help')).locator('.embed').waitFor();
    expect(await page.locator('.message').count()).toBe(before + 2);
  });

  test('a dropped gateway is resumed', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Drop the gateway' }).click();
    await page.locator('.bot-status.reconnecting').waitFor();
    await page.locator('.bot-status.online').waitFor();
    const answer = await visitor.run('help');
    await answer.locator('.embed').waitFor();
  });

  test('a killed bot is shown as dead, and answers again once restarted', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'kill -9' }).click();
    await page.getByText('Restart it in the control panel').waitFor();
    expect(await page.locator('.band-log').isVisible()).toBe(false);
    await visitor.keepPicture('desktop-dead-bot');
    await page.getByText('Its last log lines').click();
    expect(await page.locator('.band-log').textContent()).toContain('interaction name=');
    await page.getByRole('button', { name: 'Restart the bot' }).click();
    await page.locator('.bot-status.online').waitFor();
    const answer = await visitor.run('summary');
    await answer.locator('.embed').waitFor();
    expect(await answer.textContent()).toContain('miners are failing');
  });

  test('the server without a key says what to do, and works once it is done', async () => {
    const { page } = visitor;
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name: 'Fresh server' }).click();
    const keyless = await visitor.run('summary');
    await keyless.getByText('/setup key').waitFor();
    await visitor.keepPicture('desktop-no-key');
    await visitor.speakAs('Adam');
    await visitor.choose('setup key');
    await page.keyboard.press('Enter');
    await page.locator('dialog .input').fill(await page.getByLabel('A key for').inputValue());
    const saved = await visitor.answerTo(() =>
      page.getByRole('button', { name: 'Submit' }).click(),
    );
    await page.locator('dialog').waitFor({ state: 'detached' });
    // Acknowledged first: once it says so, the key is connected.
    await saved.locator('.embed').waitFor();
    const answer = await visitor.run('summary');
    await answer.getByText('miners are failing').waitFor();
    expect(await answer.textContent()).toContain('Adam used /summary');
  });
});
