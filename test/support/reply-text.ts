import type { Answer } from '../../src/discord/command.js';
import type { Button, Card, Reply, Select } from '../../src/discord/reply.js';

/** An answer as readable text, in the notation of the mocks: tone, title, lines, footer, buttons. */
export function replyText(answer: Answer): string {
  if ('form' in answer) {
    const fields = answer.fields.map(({ label, value = '' }) => `{${label}: ${value}}`);
    return [`form ${answer.title}`, ...fields].join('\n');
  }
  return lines(answer).join('\n');
}

function lines({ content, cards = [], files = [], rows = [], pings }: Reply): string[] {
  return [
    ...(content === undefined ? [] : [content]),
    ...cards.flatMap(cardLines),
    ...files.map(({ name }) => `file: ${name}`),
    ...rows.flatMap((row) =>
      'select' in row ? selectText(row) : row.map(buttonText).join(' ') || [],
    ),
    ...(pings === undefined
      ? []
      : [`pings: ${[...(pings.roles ?? []), ...(pings.users ?? [])].join(' ')}`]),
  ];
}

function cardLines({ title, tone = 'open', lines = [], chart, at, ...card }: Card): string[] {
  const { footer = at === undefined ? undefined : 'Read from the pool' } = card;
  return [
    `${tone} | ${title}`,
    ...lines.flatMap((line) => (line ? line.split('\n') : [])),
    ...(footer === undefined ? [] : [`(${footer})`]),
    ...(chart === undefined ? [] : [`chart: ${chart.name}: ${chart.alt}`]),
  ];
}

const STYLES = { Primary: '*', Success: '+', Danger: '!' };

function buttonText({ label, style, disabled, url }: Button): string {
  const mark = style === undefined ? '' : STYLES[style];
  return `[${mark}${label}${disabled ? ' (off)' : ''}${url === undefined ? '' : ` → ${url}`}]`;
}

function selectText({ placeholder, options }: Select): string[] {
  if (options.length === 0) return [];
  return [`[select: ${placeholder} (${options.map(({ label }) => label).join(', ')})]`];
}
