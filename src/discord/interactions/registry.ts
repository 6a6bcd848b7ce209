import type { Action, Command, CommandGroup } from '../../command.js';
import { commandsOf } from '../registration/command-json.js';

/**
 * Finds declared commands by path (`summary`, `setup key`) and actions by kind. Throws if two
 * commands or two actions share a name.
 */
export function createRegistry(
  entries: readonly (Command | CommandGroup)[],
  actions: readonly Action[],
) {
  const commands = new Map<string, Command>();
  for (const entry of entries) {
    for (const command of commandsOf(entry)) {
      addOnce(commands, command === entry ? entry.name : `${entry.name} ${command.name}`, command);
      // A schema's first parse compiles it, which costs milliseconds; no one should wait for that.
      command.options.safeParse({});
    }
  }
  const byKind = new Map<string, Action>();
  for (const action of actions) {
    addOnce(byKind, action.kind, action);
    action.fields.safeParse({});
  }
  return {
    command: (path: string) => commands.get(path),
    action: (kind: string) => byKind.get(kind),
  };
}

export type Registry = ReturnType<typeof createRegistry>;

function addOnce<Value>(map: Map<string, Value>, name: string, value: Value): void {
  if (map.has(name)) throw new Error(`two go by the name "${name}"`);
  map.set(name, value);
}
