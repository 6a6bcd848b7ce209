import {
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APISelectMenuOption,
} from 'discord-api-types/v10';
import { cutLine } from './clamp-text.js';

type ActionRow = APIActionRowComponent<APIComponentInMessageActionRow>;

const OPTION_TEXT = 100;

/** Menu entries show names from the pool, whose characters may be many code units each. */
export function clampMenus(rows: readonly ActionRow[]): readonly ActionRow[] {
  return rows.map((row) => ({
    ...row,
    components: row.components.map((part) =>
      part.type === ComponentType.StringSelect
        ? { ...part, options: part.options.map(fitOption) }
        : part,
    ),
  }));
}

function fitOption({ label, description, ...rest }: APISelectMenuOption): APISelectMenuOption {
  return {
    ...rest,
    label: cutLine(label, OPTION_TEXT),
    ...(description === undefined ? {} : { description: cutLine(description, OPTION_TEXT) }),
  };
}
