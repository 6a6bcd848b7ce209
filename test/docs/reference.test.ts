import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.js';
import { optionsOf } from '../../src/discord/registration.js';

/** Both pages are made here: `npm run docs` writes them anew. */

test('docs/commands.md says what the commands declare', async () => {
  await expect(commandsPage()).toMatchFileSnapshot('../../docs/commands.md');
});

test('docs/configuration.md says what .env.example does', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../docs/configuration.md');
});

const WHO = { viewer: 'Viewers', manager: 'Managers', admin: 'Admins' };
const SEEN = {
  choose: 'everyone in the channel sees the answer, or only you with `private:True`',
  everyone: 'everyone in the channel sees the answer',
  private: 'only you see the answer',
  form: 'it opens a form that only you see',
};

function commandsPage(): string {
  const sections = commands.map((command) => {
    const { name, description, access, audience, examples } = command;
    const lines = optionsOf(command)
      .filter((option) => option.name !== 'private')
      .map((option) => {
        const mark = option.isRequired ? ', required' : '';
        const values = option.enum?.map((value) => `\`${value}\``);
        const accepted = values ? ` One of ${values.join(', ')}.` : '';
        return `- \`${option.name}\`${mark}: ${option.description}.${accepted}`;
      });
    const shown = examples.map((example) => `/${name} ${example}`.trim());
    return [
      `## /${name}`,
      `${description}.`,
      `${WHO[access]}; ${SEEN[audience]}.`,
      lines.join('\n'),
      `\`\`\`text\n${shown.join('\n')}\n\`\`\``,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  const intro =
    'Made from what the commands declare. Admins (Manage Server) may use everything; `/setup roles` ' +
    'says who views and who manages. Amounts and dates are in the words of the pool.';
  return `# Commands\n\n${intro}\n\n${sections.join('\n\n')}\n`;
}

/** A paragraph of comments above each variable of `.env.example`. */
function configurationPage(): string {
  const variable = /^((?:# .*\n)+)#?([A-Z_]+)=$/gm;
  const sections = [...readFileSync('.env.example', 'utf8').matchAll(variable)].map(
    ([, comment = '', name = '']) =>
      `## ${name}\n\n${comment
        .split('\n')
        .map((line) => line.replace(/^# ?/, ''))
        .join('\n')
        .trim()}`,
  );
  const intro =
    'Made from `.env.example`. Pitboss reads its environment and, beside it, a file `.env` in the ' +
    'working directory. Blank values count as unset. A wrong value stops the start, by name.';
  return `# Configuration\n\n${intro}\n\n${sections.join('\n\n')}\n`;
}
