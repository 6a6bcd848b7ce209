import { expect } from 'vitest';
import { rowsOf } from '../../sandbox/discord/text.js';
import type { Outcome, Person, ShownMessage } from '../../sandbox/discord/types.js';
import { shown, type Server } from './world.js';

/** Not known to any workspace; it has a right checksum. */
export const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
export const LAST_SIX = 'wf5mdq';
/** What journeys change, at Cedar Ridge in the beginning. */
export const HYDRO = 'cedar-ridge-hydro';

export type AskedKind = 'move' | 'payments';

/** What the outcome shows. @throws Error where it shows nothing */
export function answer({ message }: Outcome): ShownMessage {
  if (message === null) throw new Error('There is no answer');
  return message;
}

/** The message as it is now, as people read it. */
export function now(server: Server, { id }: ShownMessage): string {
  return shown(server, current(server, id));
}

export function current({ guild }: Server, id: string): ShownMessage {
  const found = guild.channels
    .flatMap((channel) => guild.people.flatMap((person) => channel.messages(person)))
    .find((message) => message.id === id);
  if (found === undefined) throw new Error('The message is gone');
  return found;
}

/** A card that was posted, not shown as an answer. */
export function cardOf({ guild }: Server, number: number): ShownMessage {
  const found = guild.general
    .messages()
    .find(({ embeds }) => embeds[0]?.title?.startsWith(`#${number} `));
  if (found === undefined) throw new Error(`There is no card of #${number}`);
  return found;
}

/** Texts of the replies to a card, oldest first. */
export function replies(server: Server, { id }: ShownMessage): string[] {
  return server.guild.channels
    .flatMap((channel) => channel.messages())
    .filter(({ message_reference: to }) => to?.message_id === id)
    .map((message) => shown(server, message, { hideTimes: true }));
}

/** Requests a move of `HYDRO` to Lone Mesa, or a new cold wallet for 40 % of its payouts. */
export async function ask(
  server: Server,
  kind: AskedKind,
  by = server.manager,
): Promise<ShownMessage> {
  const options = { subaccount: HYDRO, site: 'Lone Mesa', reason: 'North hall is rewired' };
  const card = answer(
    kind === 'payments'
      ? await submitPayouts(server, {}, by)
      : await by.run('subaccount move', options),
  );
  await placed(server, card);
  return card;
}

/** After its answer the bot asks Discord where the card stands, and replies to it from then on. */
async function placed({ viewer }: Server, { id }: ShownMessage): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const list = answer(await viewer.run('changes list', { private: true }));
    if (JSON.stringify(list.embeds).includes(id)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The bot did not note where the card stands');
}

export async function openPayouts(by: Person): Promise<Outcome> {
  const present = await by.run('payment-settings change', { subaccount: HYDRO });
  return by.click(answer(present), 'Fill in the change…');
}

/** The lines of the form that `ask` fills in. */
export function coldLines(server: Server): string {
  const { name, address } = treasury(server);
  return `cold | ${COLD} | 40\n${name} | ${address} | 60`;
}

export async function submitPayouts(
  server: Server,
  fields: Readonly<Record<string, string>> = {},
  by = server.manager,
): Promise<Outcome> {
  const form = await openPayouts(by);
  const filled = { addresses: coldLines(server), reason: 'new cold wallet', ...fields };
  return by.submit(form, filled);
}

/** Confirms as the card wants it. */
export async function confirm(card: ShownMessage, by: Person): Promise<Outcome> {
  if (!JSON.stringify(card.components).includes('Confirm…')) return by.click(card, 'Confirm');
  return by.submit(await by.click(card, 'Confirm…'), { address1: LAST_SIX });
}

/** The one address that the pool pays `HYDRO` at in the beginning. */
export function treasury({ workspace }: Server): { id: number; name: string; address: string } {
  const { addresses } = payoutsOf(workspace.paymentSettings);
  const [first] = Array.isArray(addresses) ? addresses : [];
  const { address_id: id, address_name: name, external_address: address } = first;
  return { id, name, address };
}

/** The BTC record of `HYDRO`, as the pool lists it. */
function payoutsOf(records: readonly Record<string, unknown>[]): Record<string, unknown> {
  const found = records.find(
    (record) =>
      record['currency_type'] === 'BTC' && JSON.stringify(record['subaccount']).includes(HYDRO),
  );
  if (found === undefined) throw new Error('The pool lists no such record');
  return found;
}

export function siteId({ workspace }: Server, wanted: string): string {
  return workspace.sites.find(({ name }) => name === wanted)?.id ?? '';
}

/** The request of the change that `ask` asks for. */
export function requestOf(server: Server, kind: AskedKind) {
  if (kind === 'move') {
    const path = `/api/v2/pool/subaccounts/${HYDRO}`;
    return { method: 'PATCH', path, body: { site_id: siteId(server, 'Lone Mesa') } };
  }
  const { id, name, address } = treasury(server);
  return {
    method: 'POST',
    path: `/api/v2/pool/payment-settings/BTC/${HYDRO}`,
    body: {
      payment_frequency: 'DAILY',
      day_of_week: 'UNSPECIFIED',
      addresses: [
        { address_name: 'cold', external_address: COLD, revenue_allocation: 40 },
        {
          address_id: id,
          address_name: name,
          external_address: address,
          revenue_allocation: 60,
        },
      ],
    },
  };
}

/** What the pool was sent in the whole journey; and Discord refused nothing. */
export function expectSent(
  { workspace, discord }: Server,
  ...expected: readonly { method: string; path: string; body: unknown }[]
): void {
  const sent = workspace.writes.map(({ method, path, body }) => ({ method, path, body }));
  expect(sent).toEqual(expected);
  expect(discord.refusals).toEqual([]);
}

/** The card as people read it, without its moments, beside the one that was agreed. */
export async function expectCard(server: Server, message: ShownMessage, name: string) {
  const text = shown(server, current(server, message.id), { hideTimes: true });
  await expect(text).toMatchFileSnapshot(`goldens/change-${name}.txt`);
}

/** As a changed client does: the message's button sends another custom id; `AT` is its own moment. */
export function forge(message: ShownMessage, label: string, customId: string): void {
  for (const button of rowsOf(message).flat()) {
    if (!('label' in button) || button.label !== label || !('custom_id' in button)) continue;
    const at = button.custom_id.split(':').at(-1) ?? '';
    Object.assign(button, { custom_id: customId.replace('AT', at) });
  }
}
