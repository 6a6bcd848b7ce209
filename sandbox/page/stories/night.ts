import type { LoopbackMessage } from '../../discord/loopback-discord.js';
import type { Workspace } from '../../pool/workspace.js';
import type { Site } from '../../pool/workspace/sites.js';
import { dayOf } from '../../pool/workspace/days.js';
import { coins, sum, writesLine } from './pool-books.js';
import { watch, type Since } from './happened-since.js';
import { hasButton, mentions, setStage, type Stage, pressIfThere } from './stage.js';
import type { Story } from './story.js';

const passing = 'Let 15 minutes pass';

/** Suggested alerts, a site without power, somebody who takes it on, and its end. */
export function night(stage: Stage): Story {
  const { workspace, console, clock } = stage;
  const letPass = { label: passing, run: () => clock.passMinutes(15) };
  return {
    id: 'night',
    title: 'A night',
    about: 'A site loses power. Its alerts tell you, and tell you when it is over.',
    async begin() {
      await setStage(stage);
      await removeRules(stage);
      const since = watch(stage);
      const site = largestSite(workspace);
      const isOut = () => workspace.conditions.outSince(site.id) !== null;
      const alert = alertOf(since);
      const rate = () => hashrateOf(workspace);
      const rates = { before: rate(), without: rate() };
      let wasOut = false;
      return {
        steps: [
          {
            words:
              'Send /alerts rules. This server has no rules of its own yet, so the answer ' +
              'offers the usual ones.',
            person: 'Adam',
            channel: 'pool-ops',
            command: { path: 'alerts rules', options: {} },
            done: () => since.messages().some((each) => hasButton(each, 'alerts-suggested')),
          },
          {
            words: 'Press “Suggested alerts” below that answer.',
            person: 'Adam',
            channel: 'pool-ops',
            done: () => since.clicks('alerts-suggested', 'Adam').length > 0,
          },
          {
            words: `Everybody goes to sleep. At ${site.name} a transformer trips.`,
            channel: 'pool-ops',
            act: {
              label: `Cut the power at ${site.name}`,
              run() {
                console.setPower(site.id, false);
                rates.without = rate();
              },
            },
            done: () => (wasOut ||= isOut()),
          },
          {
            words:
              'Let time pass, a minute in a second. The rule waits ten minutes, so that a short ' +
              'dip wakes nobody. (Others may fire too: some miners were offline before.)',
            channel: 'pool-ops',
            act: letPass,
            done: () => alert() !== undefined,
          },
          {
            words:
              'Read the alert about the hashrate. Press Acknowledge, so that everybody sees that ' +
              'you have it.',
            person: 'Sofia',
            channel: 'pool-ops',
            done: () => isAcknowledged(alert()) && since.clicks('alert-ack').length > 0,
          },
          {
            words: `The electrician is there. Switch ${site.name} on again.`,
            channel: 'pool-ops',
            act: { label: 'Switch it on', run: () => console.setPower(site.id, true) },
            done: () => !isOut(),
          },
          {
            words:
              'Let time pass again. The hashrate must be back up for five minutes before the alert ' +
              'ends. Then its message says so, and a reply tells everybody.',
            channel: 'pool-ops',
            act: letPass,
            done: () => since.messages().some(({ repliesTo }) => isOf(repliesTo, alert())),
          },
        ],
        astray(step) {
          if (step === 3 && !isOut())
            return `${site.name} has power again, so nothing fires. Begin this story again.`;
          if (step === 4 && alert() && !isOut())
            return `${site.name} has power again, so the alert may end before you acknowledge it.`;
          return '';
        },
        ending: () => [
          outageLine(workspace, site),
          `Five-minute hashrate: ${rates.before} before, ${rates.without} without it, ${rate()} now.`,
          lostLine(workspace, site),
          writesLine(since),
        ],
        close: () => console.setPower(site.id, true),
      };
    },
  };
}

/** The message of the hashrate alert, which is edited but stays the same message. */
function alertOf(since: Since): () => LoopbackMessage | undefined {
  let id: string | undefined;
  return () => {
    const all = since.messages();
    id ??= all.find((each) => hasButton(each, 'alert-ack') && mentions(each, 'Hashrate'))?.id;
    return all.find((each) => each.id === id);
  };
}

function isAcknowledged(message: LoopbackMessage | undefined): boolean {
  return message !== undefined && !hasButton(message, 'alert-ack');
}

function isOf(repliesTo: string | null, message: LoopbackMessage | undefined): boolean {
  return message !== undefined && repliesTo === message.id;
}

/** In PH/s, over all that mine bitcoin. */
function hashrateOf({ subaccounts, earnings }: Workspace): string {
  const all = sum(subaccounts.map((each) => Number(earnings.power(each).hashrate)));
  return `${(all / 1e15).toFixed(1)} PH/s`;
}

function outageLine({ conditions }: Workspace, { id, name }: Site): string {
  const { from, to } = conditions.lastOutage(id) ?? { from: 0, to: null };
  if (to === null) return `${name} has no power.`;
  const minutes = Math.round((to - from) / 60_000);
  return `${name} had no power from ${timeOf(from)} to ${timeOf(to)} UTC, ${minutes} minutes.`;
}

function lostLine(workspace: Workspace, site: Site): string {
  const { earnings, subaccounts, conditions, now } = workspace;
  const { from, to } = conditions.lastOutage(site.id) ?? { from: now(), to: null };
  const days = new Set([dayOf(from), dayOf(to ?? now())]);
  const lost = [...days].flatMap((day) =>
    subaccounts.map((each) => earnings.lost(each, 'BTC', day)),
  );
  return `Not earned while the power was out: ${coins(sum(lost))}.`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

function largestSite({ sites, subaccounts, earnings }: Workspace): Site {
  const powerOf = ({ id }: Site) =>
    sum(
      subaccounts
        .filter(({ siteId }) => siteId === id)
        .map((each) => Number(earnings.power(each).hashrate)),
    );
  const [largest] = sites.toSorted((a, b) => powerOf(b) - powerOf(a));
  if (!largest) throw new Error('The night needs a site');
  return largest;
}

/** The suggested ones are only offered if there are no rules. */
async function removeRules({ discord, cast }: Stage): Promise<void> {
  const [channel = ''] = cast.guild.channels.keys();
  const admin = discord.as(cast.admin, channel);
  for (const { value } of await admin.complete('alerts remove', {}, 'rule')) {
    const question = await (await admin.command('alerts remove', { rule: value })).settled();
    await pressIfThere(admin, question, 'alerts-remove:remove:');
  }
}
