import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from './endpoint.js';
import type { Gateway } from './gateway.js';
import { interactionCreate } from './payloads.js';
import type { Answers, Asks } from './protocol.js';

/** Asks as people do, and notes when the answers reach Discord. */
export interface Asker {
  ask(asks: Asks): Promise<Omit<Answers, 'poolRequests'>>;
  one(asked: Pick<Asks, 'command'> & { readonly guild: number }): Promise<Answered>;
  /** By token; undefined if nobody asked, or it has been given up. */
  pending(token: string): Pending | undefined;
}

export interface Pending {
  readonly guild: number;
  readonly first: () => void;
  /** Gets the answer; one that isn't what was asked for counts as none. */
  readonly final: (body: Buffer) => void;
}

interface Answered {
  readonly firstMs: number;
  readonly finalMs: number;
}

const GIVE_UP_MS = 15_000;
const MAX_TOLD = 3;
/** Per guild, because no bot lets one person ask for everything. */
const PEOPLE = 20;
/** After this many more asks in a guild, an answer is long forgotten. */
const SUBACCOUNTS = 4_000;
const DISCORD_EPOCH = 1_420_070_400_000n;

/** Each guild asks for a different subaccount every time, so no answer comes from memory. */
export function createAsker(gateway: Gateway, endpoint: Endpoint): Asker {
  const open = new Map<string, Pending>();
  const asked = new Map<number, number>();
  let counter = 0;
  let wrong = 0;

  /** One name: with several, a bot that allows commas in names must read the pool's list first. */
  function subaccountFor(guild: number): string {
    const number = ((asked.get(guild) ?? 0) % SUBACCOUNTS) + 1;
    asked.set(guild, number);
    return `hall-${number}`;
  }

  function one({ command, guild }: Parameters<Asker['one']>[0]): Promise<Answered> {
    const id = String(((BigInt(Date.now()) - DISCORD_EPOCH) << 22n) + BigInt(counter++ & 0x3fffff));
    const token = `token-${id}`;
    const subaccounts = command === 'summary' ? subaccountFor(guild) : null;
    const person = counter % PEOPLE;
    const interaction = interactionCreate({ id, token, guild, person, command, subaccounts });
    return new Promise((resolve) => {
      const begun = performance.now();
      let firstMs = Infinity;
      const done = (finalMs: number) => {
        clearTimeout(timer);
        open.delete(token);
        resolve({ firstMs, finalMs });
      };
      const timer = setTimeout(() => done(Infinity), GIVE_UP_MS);
      open.set(token, {
        guild,
        first: () => (firstMs = Math.min(firstMs, performance.now() - begun)),
        final(body) {
          const isRight = command === 'help' || body.includes('Hashrate');
          if (!isRight && wrong++ < MAX_TOLD)
            process.stderr.write(`loopback: no summary: ${body.toString().slice(0, 400)}\n`);
          done(isRight ? performance.now() - begun : Infinity);
        },
      });
      if (endpoint.addresses.length === 0) gateway.dispatch('INTERACTION_CREATE', interaction);
      else void endpoint.post(interaction).then((answer) => taken(token, answer));
    });
  }

  /** 200 brings the first response with it, perhaps the final one; 202 brings nothing. */
  function taken(token: string, { status, body }: Awaited<ReturnType<Endpoint['post']>>): void {
    const pending = open.get(token);
    if (status !== 200) return;
    pending?.first();
    if (body.includes('"embeds"')) pending?.final(body);
  }

  async function steadily({ command, count, guilds }: Asks, everyMs: number) {
    const begun = performance.now();
    const answers: Promise<Answered>[] = [];
    while (answers.length < count) {
      answers.push(one({ command, guild: answers.length % guilds }));
      const wait = begun + answers.length * everyMs - performance.now();
      if (wait > 0) await sleep(wait);
    }
    return Promise.all(answers);
  }

  async function atOnce({ command, count, guilds }: Asks, most: number) {
    const answers: Answered[] = [];
    let begun = 0;
    const lane = async () => {
      while (begun < count) answers.push(await one({ command, guild: begun++ % guilds }));
    };
    await Promise.all(Array.from({ length: most }, lane));
    return answers;
  }

  return {
    one,
    pending: (token) => open.get(token),
    async ask(asks) {
      const cpuBefore = process.cpuUsage();
      const begun = performance.now();
      const { pace } = asks;
      const answers = await ('everyMs' in pace
        ? steadily(asks, pace.everyMs)
        : atOnce(asks, pace.atOnce));
      const seconds = (performance.now() - begun) / 1_000;
      const { user, system } = process.cpuUsage(cpuBefore);
      return {
        firstMs: answers.map(({ firstMs }) => firstMs),
        finalMs: answers.map(({ finalMs }) => finalMs),
        seconds,
        busy: (user + system) / 1e4 / seconds,
      };
    },
  };
}
