import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Reply } from '../../../src/domain/messages/reply.js';

/**
 * Discord's limits written down a second time, without sharing a line with `clampReply`: everything
 * Discord would refuse about a reply, in words. Lengths are in UTF-16 code units.
 */
export function violations(reply: Reply): string[] {
  return [
    ...text('content', reply.content, [1, 2000]),
    ...embedFaults(reply),
    ...rowFaults(reply),
    ...fileFaults(reply),
    ...(reply.content === undefined && !reply.embeds?.length && !reply.files?.length
      ? ['an empty message']
      : []),
  ];
}

function text(what: string, value: unknown, [least, most]: [number, number]): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return [`${what} is no text`];
  const faults: string[] = [];
  if (value.length > most) faults.push(`${what} has ${value.length} of ${most}`);
  if (least > 0 && value.trim() === '') faults.push(`${what} is empty`);
  for (let i = 0; i < value.length; i++) {
    const code = value.codePointAt(i) ?? 0;
    if (code > 0xffff) i++;
    else if (code >= 0xd800 && code <= 0xdfff) faults.push(`${what} has a lone surrogate at ${i}`);
  }
  return faults;
}

function embedFaults({ embeds = [] }: Reply): string[] {
  const faults = embeds.length > 10 ? [`${embeds.length} embeds`] : [];
  let total = 0;
  for (const { title, description, fields = [], footer, author, ...rest } of embeds) {
    faults.push(...text('title', title, [1, 256]));
    faults.push(...text('description', description, [1, 4096]));
    faults.push(...text('footer', footer?.text, [1, 2048]));
    faults.push(...text('author', author?.name, [1, 256]));
    if (fields.length > 25) faults.push(`${fields.length} fields`);
    total += `${title ?? ''}${description ?? ''}${footer?.text ?? ''}${author?.name ?? ''}`.length;
    for (const field of fields) {
      faults.push(...text('field name', field.name, [1, 256]));
      faults.push(...text('field value', field.value, [1, 1024]));
      total += field.name.length + field.value.length;
    }
    const { color } = rest;
    if (color !== undefined && !(Number.isInteger(color) && color >= 0 && color < 2 ** 24)) {
      faults.push(`colour ${color}`);
    }
    for (const url of [rest.url, author?.url]) {
      if (url !== undefined && !isWeb(url)) faults.push(`url ${url}`);
    }
    for (const url of [rest.image?.url, rest.thumbnail?.url, footer?.icon_url, author?.icon_url]) {
      if (url !== undefined && !isWeb(url) && !url.startsWith('attachment://')) {
        faults.push(`picture ${url}`);
      }
    }
    const shown = [title, description, footer, author, rest.image, rest.thumbnail, fields[0]];
    if (shown.every((part) => part === undefined)) faults.push('an embed without anything');
  }
  if (total > 6000) faults.push(`${total} of 6000 over all embeds`);
  return faults;
}

function isWeb(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}

function rowFaults({ components = [] }: Reply): string[] {
  const faults = components.length > 5 ? [`${components.length} rows`] : [];
  const ids = new Set<string>();
  for (const row of components) {
    const buttons = row.components.filter((part) => part.type === ComponentType.Button);
    const menus = row.components.filter((part) => part.type !== ComponentType.Button);
    if (buttons.length > 5 || menus.length > 1 || (menus.length > 0 && buttons.length > 0)) {
      faults.push(`a row of ${buttons.length} buttons and ${menus.length} menus`);
    }
    if (row.components.length === 0) faults.push('an empty row');
    for (const part of row.components) {
      if ('custom_id' in part) {
        faults.push(
          ...text('custom id', part.custom_id, [1, 100]).filter((f) => !f.includes('is empty')),
        );
        if (part.custom_id.length === 0) faults.push('an empty custom id');
        if (ids.has(part.custom_id)) faults.push(`custom id ${part.custom_id} twice`);
        ids.add(part.custom_id);
      }
      if (part.type === ComponentType.Button) {
        const label = 'label' in part ? part.label : undefined;
        faults.push(...text('label', label, [1, 80]));
        if (label === undefined && !('emoji' in part)) faults.push('a blank button');
        if ('url' in part && (part.url.length > 512 || !isWeb(part.url))) faults.push('button url');
        if (
          part.style !== ButtonStyle.Link &&
          part.style !== ButtonStyle.Premium &&
          !('custom_id' in part)
        )
          faults.push('no custom id');
      } else {
        faults.push(...text('placeholder', part.placeholder, [1, 150]));
        if (part.type === ComponentType.StringSelect) faults.push(...menuFaults(part));
      }
    }
  }
  return faults;
}

interface Menu {
  options: { label: string; value: string; description?: string; default?: boolean }[];
  min_values?: number;
  max_values?: number;
}

function menuFaults({ options, min_values: min = 1, max_values: max = 1 }: Menu): string[] {
  const faults: string[] = [];
  if (options.length < 1 || options.length > 25) faults.push(`${options.length} entries`);
  if (new Set(options.map(({ value }) => value)).size < options.length) faults.push('values twice');
  if (min < 0 || max < 1 || min > max || max > options.length)
    faults.push(`${min} to ${max} picks`);
  if (options.filter((option) => option.default === true).length > max) faults.push('defaults');
  for (const option of options) {
    faults.push(...text('entry label', option.label, [1, 100]));
    faults.push(...text('entry description', option.description, [1, 100]));
    if (option.value.length < 1 || option.value.length > 100) faults.push('entry value');
  }
  return faults;
}

function fileFaults({ files = [] }: Reply): string[] {
  const faults = files.length > 10 ? [`${files.length} files`] : [];
  const sizes = files.map(({ data }) => data.byteLength);
  if (sizes.some((size) => size > 10 * 2 ** 20)) faults.push('a file over 10 MiB');
  if (sizes.reduce((sum, size) => sum + size, 0) > 25 * 2 ** 20) faults.push('over 25 MiB');
  if (new Set(files.map(({ name }) => name)).size < files.length) faults.push('names twice');
  for (const { name, description } of files) {
    faults.push(...text('file name', name, [1, 255]), ...text('alt text', description, [1, 1024]));
    if (/[/\\\r\n"]/.test(name)) faults.push(`file name ${JSON.stringify(name)}`);
  }
  return faults;
}
