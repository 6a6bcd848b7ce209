import type { Page as Tab } from 'playwright-core';
import { expect } from 'vitest';
import type { PageState, StepView } from '../../sandbox/page/protocol.js';

interface Played {
  /** What the page shows of the pool's books at the end. */
  readonly books: readonly string[];
  /** What stood in each form's long text when it opened. */
  readonly opened: readonly string[];
}

/** Plays a story as a person would who presses what the page offers. */
export async function playStory(tab: Tab, title: string): Promise<Played> {
  const opened: string[] = [];
  const menu = tab.getByRole('button', { name: 'Stories and controls' });
  const isPhone = await menu.isVisible();
  if (isPhone) await menu.click();
  await tab.getByRole('button', { name: title }).click();
  const guide = isPhone
    ? tab.getByRole('region', { name: 'Story' })
    : tab.getByRole('complementary', { name: 'Stories and controls' });
  await expect.poll(() => nextStep(tab)).toBeDefined();

  for (let step = await nextStep(tab); step !== undefined; step = await nextStep(tab)) {
    const { say, as, in: where, command, press, form, event } = step;
    await guide.getByText(say).waitFor();
    if (event !== undefined) await guide.getByRole('button', { name: event }).click();
    else if (command) {
      await guide.getByRole('button', { name: `Write it as ${as}` }).click();
      await tab.getByRole('button', { name: 'Send' }).click();
    } else {
      const go = guide.getByRole('button', { name: `Be ${as} in #${where}` });
      if (await go.isVisible()) await go.click();
      await tab.locator('.message .suggested', { hasText: press ?? '' }).click();
      if (form) opened.push(await submitForm(tab));
    }
    await expect.poll(async () => (await nextStep(tab))?.say, { timeout: 20_000 }).not.toBe(say);
  }
  const books = guide.getByRole('region', { name: 'The pool’s books' });
  await books.waitFor();
  return { books: await books.locator('p').allTextContents(), opened };
}

async function submitForm(tab: Tab): Promise<string> {
  const dialog = tab.getByRole('dialog');
  await dialog.waitFor();
  const long = dialog.locator('textarea');
  const text = (await long.count()) > 0 ? await long.inputValue() : '';
  await dialog.getByRole('button', { name: 'Write it for me' }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  return text;
}

async function nextStep(tab: Tab): Promise<StepView | undefined> {
  const response = await fetch(new URL('/state', tab.url()));
  const state: PageState = JSON.parse(await response.text());
  return state.story?.steps.find(({ isDone }) => !isDone);
}
