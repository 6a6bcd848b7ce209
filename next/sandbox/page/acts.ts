import type { LoopbackGuild, Outcome, Person, ShownMessage } from '../discord/types.js';
import type {
  ActResult,
  ChooseRequest,
  ClickRequest,
  CompleteRequest,
  MessageView,
  Place,
  RunRequest,
  SubmitRequest,
} from './protocol.js';

/** Something a person did with the bot, which has answered. */
export interface Act {
  /** By name, as is the channel. */
  readonly person: string;
  readonly channel: string;
  /** `/miners list`, or what is on the button. */
  readonly label: string;
}

/** Lets the page's people act, and keeps who did what. */
export interface Acts {
  readonly all: readonly Act[];
  run(request: RunRequest): Promise<ActResult>;
  click(request: ClickRequest): Promise<ActResult>;
  choose(request: ChooseRequest): Promise<ActResult>;
  submit(request: SubmitRequest): Promise<ActResult>;
  complete(request: CompleteRequest): Promise<readonly { name: string; value: string }[]>;
  /** Whose act a message answers. */
  answeredBy(message: ShownMessage): MessageView['answers'];
}

export function createActs(guild: LoopbackGuild, onChange: () => void): Acts {
  const all: Act[] = [];
  const outcomes = new Map<string, { readonly outcome: Outcome; readonly label: string }>();
  const underWay = new Set<{ readonly place: Place; readonly label: string }>();

  function personIn({ personId, channelId }: Place): Person {
    const person = named(guild.people, personId);
    return person.in(named(guild.channels, channelId));
  }

  function messageIn(place: Place, id: string): ShownMessage {
    const channel = named(guild.channels, place.channelId);
    return named(channel.messages(named(guild.people, place.personId)), id);
  }

  async function follow(
    place: Place,
    label: string,
    act: (person: Person) => Promise<Outcome>,
  ): Promise<ActResult> {
    const started = { place, label };
    underWay.add(started);
    try {
      const outcome = await act(personIn(place));
      const { interactionId, form, first } = outcome;
      outcomes.set(interactionId, { outcome, label });
      const { name: person } = named(guild.people, place.personId);
      all.push({ person, label, channel: named(guild.channels, place.channelId).name });
      return { interactionId, form, isUnanswered: first === 'none' };
    } finally {
      underWay.delete(started);
      onChange();
    }
  }

  return {
    all,
    run: (request) =>
      follow(request, `/${request.command}`, (person) =>
        person.run(request.command, request.options),
      ),
    click: (request) =>
      follow(request, request.label, (person) =>
        person.click(messageIn(request, request.messageId), request.button),
      ),
    choose: (request) =>
      follow(request, request.values.join(', '), (person) =>
        person.choose(messageIn(request, request.messageId), request.values),
      ),
    submit({ interactionId, fields, ...place }) {
      const opener = outcomes.get(interactionId);
      if (!opener) throw new Error('This form is closed');
      return follow(place, opener.label, (person) => person.submit(opener.outcome, fields));
    },
    complete: (request) =>
      personIn(request).complete(request.command, request.option, request.typed, request.others),
    answeredBy({ interaction_metadata: answered, channel_id: channelId }) {
      if (!answered) return null;
      const personId = answered.user.id;
      const present = [...underWay].findLast(
        ({ place }) => place.personId === personId && place.channelId === channelId,
      );
      const label = outcomes.get(answered.id)?.label ?? present?.label;
      return label === undefined ? null : { personId, label };
    },
  };
}

function named<Thing extends { readonly id: string }>(things: readonly Thing[], id: string): Thing {
  const found = things.find((thing) => thing.id === id);
  if (!found) throw new Error('It is gone');
  return found;
}
