import { expect } from 'vitest';
import type { Outcome, Person } from '../../sandbox/discord/types.js';
import { answer } from './changes.js';
import { shown, type Server } from './world.js';

type Given = Readonly<Record<string, string | boolean>>;

/**
 * Notes what people do and what they read then; a golden has all of it. Moments are minutes from
 * the beginning.
 */
export function conversation(server: Server) {
  const lines: string[] = [];
  const start = server.clock.now();
  let last: Outcome;

  const minutes = (seconds: string) => Math.floor((Number(seconds) * 1_000 - start) / 60_000);

  function note(what: string, outcome: Outcome): Outcome {
    const { form, message } = outcome;
    last = outcome;
    const read = form ? `form: ${form.title}` : shown(server, message);
    lines.push(`> ${what}`, read, '');
    return outcome;
  }

  return {
    async run(by: Person, command: string, given: Given = {}): Promise<Outcome> {
      const options = Object.entries(given).map(([name, value]) => ` ${name}:${value}`);
      return note(`${by.name} /${command}${options.join('')}`, await by.run(command, given));
    },
    /** A button of what was read last. */
    async click(by: Person, button: string): Promise<Outcome> {
      return note(`${by.name} [${button}]`, await by.click(answer(last), button));
    },
    /** Fills in the form that was opened last. */
    async submit(by: Person, fields: Readonly<Record<string, string>>): Promise<Outcome> {
      return note(`${by.name} submits`, await by.submit(last, fields));
    },
    /** `ids` are made up: each is noted as `ID`. */
    async matches(golden: string, ids: readonly string[] = []): Promise<void> {
      const text = lines
        .join('\n')
        .replaceAll(/<t:(\d+):/g, (_, seconds: string) => `<t:${minutes(seconds)} min:`)
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
      const same = ids.reduce((found, id) => found.replaceAll(new RegExp(id, 'gi'), 'ID'), text);
      await expect(same).toMatchFileSnapshot(`goldens/${golden}.txt`);
      expect(server.discord.refusals).toEqual([]);
    },
  };
}
