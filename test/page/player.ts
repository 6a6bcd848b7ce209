import type { Page as Tab } from 'playwright-core';
import { expect } from 'vitest';
import type { PageState, StoryView } from '../../sandbox/page/protocol.js';

interface Played {
  /** The requests in the pool's books at the end. */
  readonly books: readonly string[];
  /** What stood in each form's long text when it opened. */
  readonly opened: readonly string[];
}

/** Plays a story as a person would who presses what the page offers, and looks after each step. */
export async function playStory(
  tab: Tab,
  title: string,
  look: () => Promise<void> = async () => {},
): Promise<Played> {
  const opened: string[] = [];
  const menu = tab.getByRole('button', { name: 'Stories and controls' });
  if (await menu.isVisible()) await menu.click();
  await tab.getByRole('button', { name: title }).click();
  const guide = tab.getByRole('region', { name: 'Story' });
  await guide.getByText('step 1').waitFor();

  let story = await storyOf(tab);
  for (; story?.next; story = await storyOf(tab)) {
    const { say, as, in: where, command, press, form, event } = story.next;
    await guide.getByText(say).waitFor();
    if (event !== undefined) await guide.getByRole('button', { name: event }).click();
    else if (command) {
      await guide.getByRole('button', { name: `Write it as ${as}` }).click();
      await tab.getByRole('button', { name: 'Send' }).click();
    } else {
      const go = guide.getByRole('button', { name: `Be ${as} in #${where}` });
      if (await go.isVisible()) await go.click();
      // Time may still be passing.
      await tab.locator('.message .suggested', { hasText: press ?? '' }).click({ timeout: 20_000 });
      if (form) opened.push(await submitForm(tab));
    }
    await expect
      .poll(async () => (await storyOf(tab))?.next?.say, { timeout: 20_000 })
      .not.toBe(say);
    await look();
  }
  await guide.getByText('the end').waitFor();
  return { books: await guide.locator('pre').allTextContents(), opened };
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

async function storyOf(tab: Tab): Promise<StoryView | null> {
  const response = await fetch(new URL('/state', tab.url()));
  const state: PageState = JSON.parse(await response.text());
  return state.story;
}
