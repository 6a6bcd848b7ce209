import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APISelectMenuComponent,
  type APISelectMenuOption,
} from 'discord-api-types/v10';
import { CUSTOM_ID_LIMIT } from '../../domain/custom-id.js';
import type { Clamped } from './clamp-embeds.js';
import { cutLine, hasText } from './clamp-text.js';
import { isWebUrl } from './clamp-url.js';

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

const ROWS = 5;
const BUTTONS = 5;
const LABEL = 80;
const BUTTON_URL = 512;
const OPTIONS = 25;
const OPTION_TEXT = 100;
const PLACEHOLDER = 150;

/**
 * A custom id that does not fit is never cut: the button would do something else. What
 * Discord would refuse is left away and counted.
 */
export function clampRows(rows: readonly Row[]): Clamped<Row> {
  const seen = new Set<string>();
  const fitted = rows.map((row) => fitRow(row, seen)).filter((row) => row.components.length > 0);
  const kept = fitted.slice(0, ROWS);
  const lost = countParts(rows) - countParts(kept);
  const options = rows.reduce((sum, row) => sum + lostOptions(row), 0);
  return {
    kept,
    left: [
      ...(lost > 0 ? [lost === 1 ? '1 button or menu' : `${lost} buttons or menus`] : []),
      ...(options > 0 ? [options === 1 ? '1 menu entry' : `${options} menu entries`] : []),
    ],
  };
}

function fitRow(row: Row, seen: Set<string>): Row {
  const parts = row.components.map(fitPart).filter((part) => part !== null);
  const unique = parts.filter((part) => isNew(part, seen));
  const menu = unique[0] !== undefined && unique[0].type !== ComponentType.Button;
  const components = menu
    ? unique.slice(0, 1)
    : unique.filter(({ type }) => type === ComponentType.Button).slice(0, BUTTONS);
  return { ...row, components };
}

function countParts(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.components.length, 0);
}

function lostOptions(row: Row): number {
  return row.components.reduce(
    (sum, part) =>
      part.type === ComponentType.StringSelect
        ? sum + Math.max(0, part.options.length - OPTIONS)
        : sum,
    0,
  );
}

function isNew(part: APIComponentInMessageActionRow, seen: Set<string>): boolean {
  if (!('custom_id' in part)) return true;
  if (seen.has(part.custom_id)) return false;
  seen.add(part.custom_id);
  return true;
}

function fitPart(part: APIComponentInMessageActionRow): APIComponentInMessageActionRow | null {
  if ('custom_id' in part && !isCustomId(part.custom_id)) return null;
  return part.type === ComponentType.Button ? fitButton(part) : fitSelect(part);
}

function isCustomId(id: string): boolean {
  return typeof id === 'string' && id.length >= 1 && id.length <= CUSTOM_ID_LIMIT;
}

function fitButton(button: APIButtonComponent): APIButtonComponent | null {
  if (button.style === ButtonStyle.Premium) return button;
  if (button.style === ButtonStyle.Link) {
    if (!isWebUrl(button.url, BUTTON_URL)) return null;
  } else if (!('custom_id' in button)) return null;
  const { label, ...rest } = button;
  if (hasText(label)) return { ...rest, label: cutLine(label, LABEL) };
  return button.emoji === undefined ? { ...rest, label: '…' } : rest;
}

function fitSelect(select: APISelectMenuComponent): APISelectMenuComponent | null {
  const { placeholder, ...bare } = select;
  const rest = hasText(placeholder)
    ? { ...bare, placeholder: cutLine(placeholder, PLACEHOLDER) }
    : bare;
  if (rest.type !== ComponentType.StringSelect) return { ...rest, ...picks(rest, OPTIONS) };
  const options = fitOptions(rest.options);
  if (options.length === 0) return null;
  const counts = picks(rest, options.length);
  return { ...rest, ...counts, options: withFewDefaults(options, counts.max_values ?? 1) };
}

function fitOptions(options: readonly APISelectMenuOption[]): APISelectMenuOption[] {
  const values = new Set<string>();
  const unique = options.filter(({ value }) => {
    const fits = value.length >= 1 && value.length <= OPTION_TEXT && !values.has(value);
    values.add(value);
    return fits;
  });
  return unique.slice(0, OPTIONS).map(fitOption);
}

function fitOption({ label, description, ...rest }: APISelectMenuOption): APISelectMenuOption {
  return {
    ...rest,
    label: hasText(label) ? cutLine(label, OPTION_TEXT) : '…',
    ...(hasText(description) ? { description: cutLine(description, OPTION_TEXT) } : {}),
  };
}

/** How many may be picked, never more than there are. */
function picks(select: { min_values?: number; max_values?: number }, most: number) {
  const within = (n: number, least: number) => Math.max(least, Math.min(most, Math.trunc(n)));
  const max = select.max_values === undefined ? undefined : within(select.max_values, 1);
  const min = select.min_values === undefined ? undefined : within(select.min_values, 0);
  return {
    ...(max === undefined ? {} : { max_values: max }),
    ...(min === undefined ? {} : { min_values: Math.min(min, max ?? 1) }),
  };
}

function withFewDefaults(options: APISelectMenuOption[], most: number): APISelectMenuOption[] {
  let left = most;
  return options.map((option) => {
    if (option.default !== true || left-- > 0) return option;
    return { ...option, default: false };
  });
}
