import type { GuildView } from '../../protocol.js';
import { unusedOptions, type Draft } from './draft.js';
import { findEntries, listEntries, type Entry } from './entries.js';
import type { PickerItem } from './picker.js';

/** Commands that match the typed text. */
export function commandItems(
  { commands }: GuildView,
  typed: string,
  onPick: (entry: Entry) => void,
): readonly PickerItem[] {
  return findEntries(listEntries(commands), typed).map((entry) => ({
    title: `/${entry.path}`,
    detail: entry.description,
    onPick: () => onPick(entry),
  }));
}

/** Options that the command doesn't have yet. */
export function optionItems(
  draft: Draft,
  typed: string,
  onPick: (option: Entry['options'][number]) => void,
): readonly PickerItem[] {
  return unusedOptions(draft)
    .filter(({ name }) => name.includes(typed))
    .map((option) => ({
      title: option.name,
      detail: option.description,
      onPick: () => onPick(option),
    }));
}
