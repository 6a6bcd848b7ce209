import { expect, test } from 'vitest';
import { createConnectedServer, paying } from '../fakes/connected-server.js';
import { GUILD } from '../fakes/watch-house.js';
import { KNOWN, OTHER } from './watched.js';

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
