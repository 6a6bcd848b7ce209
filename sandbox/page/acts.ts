import type { Outcome, Person } from '../discord/types.js';
import type { ActRequest, ActResult, CompleteRequest, Place } from './protocol.js';
import type { Act, Stage } from './stage.js';

/** Somebody on the page uses the bot. @throws Error if what they use is gone */
export async function perform(stage: Stage, request: ActRequest): Promise<ActResult> {
  const { personId, channelId, label } = request;
  const act: Act = { personId, channelId, label, outcome: null };
  stage.acts.push(act);
  const outcome = await outcomeOf(stage, request);
  act.outcome = outcome;
  const { interactionId, form, first } = outcome;
  return { interactionId, form, isUnanswered: first === 'none' };
}

/** What the bot offers while somebody types. */
export function complete(stage: Stage, request: CompleteRequest) {
  const { command, option, typed, others } = request;
  return personIn(stage, request).complete(command, option, typed, others);
}

function outcomeOf(stage: Stage, request: ActRequest): Promise<Outcome> {
  const person = personIn(stage, request);
  if (request.kind === 'run') return person.run(request.command, request.options);
  if (request.kind === 'submit') {
    const opener = stage.acts.find((act) => act.outcome?.interactionId === request.interactionId);
    if (!opener?.outcome) throw new Error('This form is closed');
    return person.submit(opener.outcome, request.fields);
  }
  const channel = named(stage.guild.channels, request.channelId);
  const message = named(channel.messages(person), request.messageId);
  return request.kind === 'click'
    ? person.click(message, request.button)
    : person.choose(message, [request.value]);
}

function personIn({ guild }: Stage, { personId, channelId }: Place): Person {
  return named(guild.people, personId).in(named(guild.channels, channelId));
}

function named<Thing extends { readonly id: string }>(things: readonly Thing[], id: string): Thing {
  const found = things.find((thing) => thing.id === id);
  if (!found) throw new Error('It is gone');
  return found;
}
