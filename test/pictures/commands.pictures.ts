import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../sandbox/dist-paths.js';
import type { LoopbackMessage } from '../../sandbox/discord/loopback-discord.js';
import { startPlayground, type Playground } from '../../sandbox/page/start-playground.js';
import { desktop, openBrowser, phone, visit, type Visitor } from '../e2e/page/browser.js';

/**
 * `npm run pictures`: what each command answers, as a phone shows it, for docs/commands.md. One
 * story in a fresh playground, in the order in which the pictures need each other.
 */

const FOLDER = join(root, 'docs/screenshots/commands');
/** What is longer is cut: the page is about commands, not about every line of a card. */
const MAX_PIXELS = 1_000;
const QUALITY = 80;

const tall = { ...phone, height: 2_400 };

type Options = Record<string, string | number | boolean>;
type Name = 'Vera' | 'Marek' | 'Sofia' | 'Adam' | 'Ada';

let playground: Playground;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [browser, playground] = await Promise.all([
    openBrowser(),
    startPlayground({ port: 0, say: () => undefined, env: { DAILY_SPREAD_SECONDS: '0' } }),
  ]);
  visitor = await visit(browser, playground.url);
  await visitor.page.setViewportSize(tall);
}, 60_000);

afterAll(async () => {
  await browser.close();
  await playground.close();
});

const channel = (name: string) => idOf(playground.cast.guild.channels, name);
const as = (name: Name) => {
  const person = [...playground.cast.guild.people.values()].find((each) => each.name === name);
  if (person === undefined) throw new RangeError(name);
  return playground.discord.as(person, channel('pool-ops'));
};

function idOf(all: ReadonlyMap<string, { id: string; name: string }>, name: string): string {
  const found = [...all.values()].find((each) => each.name === name);
  if (found === undefined) throw new RangeError(name);
  return found.id;
}

/** Runs the command, and keeps a picture of its answer as this person sees it. */
async function picture(name: Name, path: string, options: Options = {}): Promise<LoopbackMessage> {
  const outcome = await as(name).command(path, options);
  const message = await outcome.settled();
  await keep(name, path, messageOf(message));
  return message;
}

const messageOf = ({ id }: LoopbackMessage) =>
  visitor.page.locator(`.message[data-message-id="${id}"]`);

async function keep(name: Name, path: string, what: Locator): Promise<void> {
  await visitor.speakAs(name);
  await what.waitFor();
  await visitor.page.evaluate('Promise.all([...document.images].map((each) => each.decode()))');
  await keepAs(path, await what.screenshot());
}

async function keepAs(path: string, png: Buffer): Promise<void> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, Math.min(image.height, MAX_PIXELS));
  canvas.getContext('2d').drawImage(image, 0, 0);
  const file = join(FOLDER, `${path.replaceAll(' ', '-')}.webp`);
  writeFileSync(file, await canvas.encode('webp', QUALITY));
}

/** The first that Discord would offer. */
async function first(path: string, option: string, given: Options = {}): Promise<string> {
  const [choice] = await as('Adam').complete(path, { ...given, [option]: '' }, option);
  if (choice === undefined) throw new Error(`/${path} offers no ${option}`);
  return String(choice.value);
}

/** Another morning, with its daily post. */
async function letDayPass(): Promise<void> {
  const { page } = visitor;
  const posts = () =>
    playground.discord
      .messages(channel('pool-ops'))
      .filter(({ interaction, embeds }) => interaction === null && embeds.length > 0).length;
  const before = posts();
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'Let a day pass' }).click();
  await expect.poll(posts, { timeout: 60_000 }).toBeGreaterThan(before);
  await page.setViewportSize(tall);
}

test('a picture of each command', async () => {
  const workspace = playground.pool.workspaceOf(playground.key);
  const [subaccount, other] = workspace.subaccounts;
  const site = workspace.sites.find(({ id }) => id !== subaccount?.siteId);
  if (subaccount === undefined || other === undefined || site === undefined)
    throw new Error('none');
  const here = { channel: channel('pool-ops') };

  // Figures of some days first: they make the cards of those who have used it for a while.
  await picture('Adam', 'daily set', { time: '08:00', timezone: 'UTC' });
  for (let day = 1; day <= 3; day++) await letDayPass();
  await picture('Vera', 'daily show');
  await picture('Adam', 'daily now');
  await picture('Vera', 'daily export');

  await picture('Vera', 'summary');
  await picture('Vera', 'revenue');
  await picture('Vera', 'dev-fee');
  await picture('Vera', 'balances');
  await picture('Vera', 'derivatives contracts');
  const [contract] = workspace.derivatives
    .contracts('BTC')
    .toSorted((one, another) => one.startDate.localeCompare(another.startDate));
  await picture('Vera', 'derivatives contract', { id: contract?.id ?? '' });
  await picture('Vera', 'derivatives payments');
  await picture('Vera', 'derivatives positions');
  await picture('Vera', 'miners list', {
    health: 'failing',
    sort: 'max_temperature',
    order: 'desc',
  });
  await picture('Vera', 'miners export', { site: site.name });
  await picture('Vera', 'subaccount list');
  await picture('Vera', 'payment-settings list');

  const plan = { type: 'Reboot', description: 'Reboot after the firmware update' };
  const id = workspace.fleetActions.start({ ...plan, site, miners: 120, seconds: 600 });
  workspace.fleetActions.advance(id, 0.4);
  await picture('Vera', 'action status', { id });
  await picture('Vera', 'action follow', { id });

  const reason = 'North hall is rewired';
  const move = { subaccount: subaccount.name, site: site.name, reason };
  await picture('Marek', 'subaccount move', move);
  await picture('Marek', 'subaccount create', { name: 'hall-7', site: site.name });
  await picture('Marek', 'payment-settings change', { subaccount: other.name, currency: 'BTC' });
  await picture('Vera', 'changes list');
  await picture('Vera', 'changes show', { id: '1' });
  await picture('Marek', 'changes export', { format: 'csv' });
  await picture('Marek', 'changes freeze', { reason: 'A phone was stolen' });
  await picture('Adam', 'changes unfreeze', { reason: 'The phone was found' });
  await picture('Adam', 'changes accept-restore');

  await picture('Adam', 'alerts channel', here);
  const rule = { condition: 'hashrate', threshold: '80%', for: '10 min' };
  await picture('Adam', 'alerts add', rule);
  await act('Adam', 'alerts add', {
    condition: 'offline-miners',
    threshold: '12',
    site: site.name,
  });
  const added = { rule: await first('alerts edit', 'rule') };
  await picture('Adam', 'alerts edit', { ...added, threshold: '75%', severity: 'critical' });
  await picture('Adam', 'alerts test', added);
  await picture('Marek', 'alerts silence', { for: '2h', reason: 'Transformer maintenance' });
  await picture('Vera', 'alerts rules');
  await picture('Vera', 'alerts list');
  await picture('Vera', 'alerts export');
  await picture('Adam', 'alerts remove', added);

  await pictureOfForm('Adam', 'setup key');
  await picture('Adam', 'setup roles', { payments: 'second' });
  await picture('Adam', 'setup defaults', { timezone: 'America/Chicago' });
  await picture('Adam', 'setup show');
  await picture('Adam', 'setup check');
  await picture('Adam', 'setup disconnect');
  await picture('Marek', 'help');
  await picture('Adam', 'daily off');
}, 300_000);

async function act(name: Name, path: string, options: Options): Promise<void> {
  await (await as(name).command(path, options)).settled();
}

async function pictureOfForm(name: Name, path: string): Promise<void> {
  await visitor.speakAs(name);
  await visitor.choose(path);
  await visitor.page.keyboard.press('Enter');
  const form = visitor.page.getByRole('dialog');
  await form.waitFor();
  await keepAs(path, await form.screenshot());
  await visitor.page.keyboard.press('Escape');
}
