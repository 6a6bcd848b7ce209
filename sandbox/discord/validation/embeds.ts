import type { FormIssue } from '../errors.js';
import { isBlank, isRaw, rawList, textOf, type Raw } from './raw.js';

const TOTAL = 6_000;

/** Rules for embeds that Discord's schema lacks. */
export function embedIssues(embeds: readonly Raw[]): FormIssue[] {
  const issues = embeds.flatMap((embed, index) =>
    rawList(embed['fields']).flatMap((field, fieldIndex): FormIssue[] =>
      isBlank(field['value']) ? [required(['embeds', index, 'fields', fieldIndex, 'value'])] : [],
    ),
  );
  const total = embeds.reduce((sum, embed) => sum + embedLength(embed), 0);
  if (total > TOTAL) {
    issues.push({
      path: ['embeds'],
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${TOTAL}`,
    });
  }
  return issues;
}

export function required(path: FormIssue['path']): FormIssue {
  return { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
}

/** Characters that count towards the 6,000 for all embeds of a message. */
function embedLength(embed: Raw): number {
  const texts = [
    embed['title'],
    embed['description'],
    isRaw(embed['footer']) ? embed['footer']['text'] : '',
    isRaw(embed['author']) ? embed['author']['name'] : '',
    ...rawList(embed['fields']).flatMap((field) => [field['name'], field['value']]),
  ];
  return texts.reduce<number>((sum, text) => sum + textOf(text).length, 0);
}

/** An embed that shows nothing doesn't count. */
export function showsSomething(embed: Raw): boolean {
  const shown = ['title', 'description', 'footer', 'author', 'image', 'thumbnail', 'video'];
  return (
    shown.some((key) => isRaw(embed[key]) || !isBlank(embed[key])) ||
    rawList(embed['fields']).length > 0
  );
}
