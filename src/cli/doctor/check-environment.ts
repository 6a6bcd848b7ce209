import { ConfigError, namesGiven, readConfig, VARIABLES } from '../../config/config.js';
import type { Config } from '../../config/config.js';
import { nearNames } from '../../domain/names/near-names.js';
import { failed, ok, warning, type Finding } from './finding.js';

/** The environment as the bot would read it; `config` is null if it wouldn't start with it. */
export function checkEnvironment(): { config: Config | null; findings: readonly Finding[] } {
  try {
    const config = readConfig();
    const whole = ok('Environment', 'every variable that is set can be used');
    return { config, findings: [whole, ...strayNames()] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const faults = error.faults.map((fault) => failed('Environment', fault));
    return { config: null, findings: [...faults, ...strayNames()] };
  }
}

/** Names that nothing reads: any in `.env`, and in the process's own environment the near ones. */
function strayNames(): readonly Finding[] {
  const { file, own } = namesGiven();
  return [...new Set([...file, ...own])]
    .filter((name) => !VARIABLES.includes(name))
    .flatMap((name) => {
      const [near] = nearNames(name, VARIABLES, 1);
      if (near === undefined && !file.includes(name)) return [];
      const meant = near === undefined ? '' : ` Did you mean ${near}?`;
      return warning('Environment', `nothing reads ${name}.${meant}`);
    });
}
