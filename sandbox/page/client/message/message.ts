import { now } from '../state/clock.js';
import type { InteractionView, MessageView, PersonView } from '../../protocol.js';
import { avatar, botAvatar, h } from '../dom.js';
import { renderMarkdown } from '../markdown/render.js';
import { formatSent } from '../markdown/timestamps.js';
import type { ViewContext } from '../view-context.js';
import { renderAttachments } from './attachments.js';
import { renderComponents } from './components.js';
import { filesInEmbeds, renderEmbed } from './embed.js';

/** One of the bot's messages as Discord shows it to the chosen person. */
export function renderMessage(message: MessageView, context: ViewContext): HTMLElement {
  const { store, names } = context;
  const { embeds } = message;
  const speaker = store.anyPerson(message.authorId);
  const inCards = filesInEmbeds(embeds, message.attachments);
  const pings = message.pinged.some((id) => isMeant(id, store.person));
  return h(
    'li',
    {
      class: `message${message.ephemeralFor ? ' ephemeral' : ''}${pings ? ' pinged' : ''}`,
      attrs: { 'data-message-id': message.id },
    },
    renderOrigin(message.origin, context) ?? renderReplied(message, context),
    speaker ? avatar(speaker.name, speaker.color) : botAvatar(),
    h(
      'div',
      { class: 'message-main' },
      renderAuthor(speaker ?? store.world.botName, message.createdAt),
      message.thinking ? renderThinking(store.world.botName) : renderContent(message, context),
      ...embeds.map((embed) => renderEmbed(embed, names, message.attachments)),
      renderAttachments(message.attachments.filter(({ id }) => !inCards.has(id))),
      message.thinking ? null : renderComponents(message, context),
      message.ephemeralFor ? renderEphemeral(() => context.dismiss(message.id)) : null,
    ),
  );
}

function isMeant(id: string, { id: own, roleIds }: PersonView): boolean {
  return id === own || id === 'everyone' || roleIds.includes(id);
}

/** A command in progress, or one that the bot didn't answer in time. */
export function renderUnanswered(interaction: InteractionView, context: ViewContext): HTMLElement {
  const failed = interaction.state === 'failed';
  return h(
    'li',
    { class: `message ephemeral unanswered ${interaction.state}` },
    renderOrigin(interaction, context),
    botAvatar(),
    h(
      'div',
      { class: 'message-main' },
      renderAuthor(context.store.world.botName, interaction.at),
      failed
        ? h('div', {
            class: 'no-response',
            text: '⚠ The application did not respond',
            attrs: { role: 'alert' },
          })
        : h('div', { class: 'thinking', text: 'Sending command…' }),
      failed ? renderEphemeral(() => context.dismiss(interaction.id)) : null,
    ),
  );
}

/** "Vera used /summary", or that a button or select above was used. */
function renderOrigin(origin: MessageView['origin'], { store }: ViewContext): HTMLElement | null {
  const person = origin && store.anyPerson(origin.personId);
  if (!origin || !person) return null;
  const name = h('span', { class: 'origin-name', text: person.name });
  name.style.color = person.color;
  const what = origin.command
    ? [' used ', h('span', { class: 'origin-command', text: `/${origin.command}` })]
    : [' used a button or menu above'];
  return h(
    'div',
    { class: 'origin' },
    avatar(person.name, person.color),
    h('span', { class: 'origin-words' }, name, ...what),
  );
}

/** A line for the message this one replies to; a press shows it. */
function renderReplied({ repliesTo }: MessageView, { store }: ViewContext): HTMLElement | null {
  if (repliesTo === null) return null;
  const replied = store.messages.get(repliesTo);
  const author = replied && (store.anyPerson(replied.authorId)?.name ?? store.world.botName);
  return h(
    'button',
    {
      class: 'origin replied',
      attrs: { type: 'button', disabled: !replied },
      on: {
        click: () =>
          document
            .querySelector(`[data-message-id="${repliesTo}"]`)
            ?.scrollIntoView({ block: 'center' }),
      },
    },
    replied
      ? h(
          'span',
          { class: 'origin-words' },
          h('span', { class: 'origin-name', text: `${author} ` }),
          plainLine(replied),
        )
      : h('span', { class: 'origin-words', text: 'Original message was deleted' }),
  );
}

/** As on Discord: its first words, or a hint to look. */
function plainLine({ content }: MessageView): string {
  return content.split('\n')[0] || 'Click to see attachment';
}

/** A person, or the bot by its name. */
function renderAuthor(author: PersonView | string, at: number): HTMLElement {
  const isBot = typeof author === 'string';
  const name = h('span', { class: 'author-name', text: isBot ? author : author.name });
  if (!isBot) name.style.color = author.color;
  return h(
    'div',
    { class: 'author' },
    name,
    isBot ? h('span', { class: 'app-tag', text: 'APP' }) : null,
    h('time', { class: 'sent-at', text: formatSent(at, now()) }),
  );
}

function renderContent(message: MessageView, { names }: ViewContext): HTMLElement | null {
  if (message.content === '' && !message.edited) return null;
  return h(
    'div',
    { class: 'content' },
    renderMarkdown(message.content, names),
    message.edited ? h('span', { class: 'edited', text: '(edited)' }) : null,
  );
}

function renderThinking(name: string): HTMLElement {
  return h(
    'div',
    { class: 'thinking', attrs: { role: 'status' } },
    h('span', { class: 'dots' }, h('i'), h('i'), h('i')),
    `${name} is thinking…`,
  );
}

function renderEphemeral(onDismiss: () => void): HTMLElement {
  return h(
    'div',
    { class: 'ephemeral-note' },
    h('span', { text: '👁', attrs: { 'aria-hidden': 'true' } }),
    ' Only you can see this • ',
    h('button', {
      class: 'dismiss',
      text: 'Dismiss message',
      attrs: { type: 'button' },
      on: { click: onDismiss },
    }),
  );
}
