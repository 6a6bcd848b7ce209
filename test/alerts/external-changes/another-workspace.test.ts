import { expect, test } from 'vitest';
import { POOL_CURRENCIES } from '../../../src/domain/pool/currencies.js';
import { NO_SETTINGS } from '../../../src/domain/guild/guild-settings.js';
import { createConnectedServer, paying } from '../fakes/connected-server.js';
import { GUILD, MINUTE } from '../fakes/watch-harness.js';
import { KNOWN, OTHER } from './watched.js';

const THIRD = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const isOfPayments = ({ what }: { readonly what: string }) => what === 'listPaymentSettings';

test.each(['between two rounds', 'while a round looks up the key', 'while a round reads settings'])(
  'a key of another workspace that is connected %s is no change at the pool',
  async (when) => {
    const server = createConnectedServer();
    const { alerts, clock, guilds } = server;
    const real = { ...guilds };
    await server.connect('key-of-one', paying('alpha', '1', KNOWN));
    await server.pass(12);
    let isConnected = false;
    const connectOther = async () => {
      if (isConnected) return;
      isConnected = true;
      // Time for whatever else the round does beside it.
      await new Promise((resolve) => setTimeout(resolve, 20));
      clock.at += 1;
      await server.connect('key-of-two', paying('omega', '900', OTHER));
    };
    const during =
      <Found>(read: (guildId: string) => Promise<Found>) =>
      async (guildId: string): Promise<Found> => {
        await connectOther();
        return read(guildId);
      };
    if (when.endsWith('key')) guilds.keyInfo = during((id) => real.keyInfo(id));
    else if (when.endsWith('settings')) guilds.settings = during((id) => real.settings(id));
    else await connectOther();
    await server.pass(15);
    expect(isConnected).toBe(true);
    expect(server.trouble).toEqual([]);
    expect((await alerts.state(GUILD)).alerts).toEqual([]);
  },
);

test.each(['before the key is deleted', 'once the next key has looked'])(
  'an answer to the former key that comes %s hides no change from the next one',
  async (when) => {
    const server = createConnectedServer();
    const { alerts, guilds } = server;
    await guilds.saveSettings(GUILD, { ...NO_SETTINGS, auditChannelId: '555' });
    const one = await server.connect('key-of-one', paying('alpha', '1', KNOWN));
    await server.pass(12);
    let answer = () => undefined as void;
    one.gate = new Promise((resolve) => (answer = resolve));
    const asked = one.asked.length;
    await server.lookUntil(() => one.asked.slice(asked).some(isOfPayments));
    if (when.startsWith('before')) answer();
    await guilds.forgetKey(GUILD);
    await alerts.close(GUILD);
    await alerts.forget(GUILD);
    // Watched no more: the round that waits keeps none of the next key's from beginning.
    await server.lookFor(MINUTE);
    const two = await server.connect('key-of-two', paying('omega', '900', OTHER));
    await server.lookUntil(async () => {
      const rows = await server.kept();
      return POOL_CURRENCIES.every((each) => rows.includes(`alert-listed ${GUILD}:${each}`));
    });
    answer();
    await server.pass(1);
    two.payments = [paying('omega', '900', THIRD)];
    await server.pass(15);
    expect(server.trouble).toEqual([]);
    const told = (await alerts.state(GUILD)).alerts.map(({ facts }) => facts);
    for (const currency of POOL_CURRENCIES)
      expect(told).toContainEqual(
        expect.objectContaining({ after: expect.objectContaining({ currency }) }),
      );
  },
);
