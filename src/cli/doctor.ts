import { checkDiscord } from './doctor/check-discord.js';
import { checkEnvironment } from './doctor/check-environment.js';
import { checkPool } from './doctor/check-pool.js';
import { checkStore } from './doctor/check-store.js';
import { findingLine, type Finding } from './doctor/finding.js';
import { runTool, say } from './cli.js';

/**
 * `npm run doctor`: checks environment, store, Discord and pool without starting the bot, a line
 * each. Exit code 1 if the bot couldn't work like this.
 */
async function main(): Promise<void> {
  const { config, findings } = checkEnvironment();
  findings.forEach(report);
  if (config === null) return;
  const discord = await checkDiscord(config.discord, config);
  discord.findings.forEach(report);
  const { applicationId } = discord;
  for (const finding of await checkStore({ ...config, applicationId })) report(finding);
  report(await checkPool(config.pool));
}

function report(finding: Finding): void {
  say(findingLine(finding));
  if (finding.state === 'failed') process.exitCode = 1;
}

await runTool(main);
