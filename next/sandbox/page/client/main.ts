import { html, nothing, render, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ChannelView, MessageView, PageState, PersonView } from '../protocol.js';
import { app, redraw, refresh, show } from './app.js';
import { composer } from './composer.js';
import { form } from './form.js';
import { message } from './message.js';
import { panel } from './panel.js';
import { storyStrip } from './story.js';

function page(state: PageState): TemplateResult {
  return html`${sidebar(state)}
    <main>
      ${app.isOffline ? html`<p class="bad" role="alert">The playground has ended.</p>` : nothing}
      ${keyed(app.channelId + app.personId, feed(state))} ${storyStrip(state)} ${composer()}
    </main>
    ${panel(state)} ${form()}`;
}

function sidebar({ guild, channels, people }: PageState): TemplateResult {
  return html`<div class="sidebar">
    <h1>${guild.name}</h1>
    <nav class="channels" aria-label="Channels">${channels.map(channel)}</nav>
    <div class="people" role="group" aria-label="Speak as">
      <h2>Speak as</h2>
      ${people.map(person)}
      <button class="icon narrow" aria-label="Stories and controls" popovertarget="panel">
        ☰
      </button>
    </div>
  </div>`;
}

function channel({ id, name, isThread }: ChannelView): TemplateResult {
  const isChosen = id === app.channelId;
  const newest = shown(id).at(-1)?.id;
  if (isChosen && newest !== undefined) app.seen.set(id, newest);
  const isNew = newest !== undefined && app.seen.get(id) !== newest;
  return html`<button
    class="channel ${isNew ? 'unread' : ''}"
    aria-current=${isChosen ? 'page' : nothing}
    @click=${() => show({ channelId: id })}
  >
    <span aria-hidden="true">${isThread ? '↳' : '#'}</span>${name}
  </button>`;
}

function person({ id, name, part, color }: PersonView): TemplateResult {
  return html`<button
    class="person"
    aria-pressed=${id === app.personId}
    aria-label="${name}, ${part}"
    title="${name}, ${part}"
    @click=${() => show({ personId: id })}
  >
    <span class="avatar" style="background: ${color}" aria-hidden="true">${name[0]}</span>
    <span>${name}<small>${part}</small></span>
  </button>`;
}

function shown(channelId: string): readonly MessageView[] {
  const messages = app.state?.messages ?? [];
  return messages.filter((each) => each.channel_id === channelId && !app.dismissed.has(each.id));
}

/** Reversed by CSS, so that it keeps its end in sight. */
function feed({ channels }: PageState): TemplateResult {
  const name = channels.find(({ id }) => id === app.channelId)?.name ?? '';
  return html`<div class="feed" tabindex="0" role="region" aria-label="Messages of #${name}">
    <div>
      <ol aria-live="polite">
        ${repeat(shown(app.channelId), ({ id }) => id, message)}
      </ol>
    </div>
  </div>`;
}

addEventListener('redraw', () => {
  if (app.state) render(page(app.state), document.body);
  document.querySelector<HTMLDialogElement>('dialog:not([open])')?.showModal();
});

/** Links to a message lead to it on this page. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const [, channelId, messageId] =
    /^https:\/\/discord\.com\/channels\/\d+\/(\d+)\/?(\d*)$/.exec(link?.href ?? '') ?? [];
  if (channelId === undefined) return;
  event.preventDefault();
  show({ channelId });
  redraw();
  document.querySelector(`[id="message-${messageId}"]`)?.scrollIntoView();
});

const events = new EventSource('/events');
events.addEventListener('message', () => {
  app.isOffline = false;
  void refresh();
});
events.addEventListener('error', () => {
  app.isOffline = true;
  redraw();
});
// Relative times grow old.
setInterval(redraw, 5_000);
void refresh();
