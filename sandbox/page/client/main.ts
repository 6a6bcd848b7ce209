import { html, nothing, render, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ChannelView, PageState, PersonView } from '../protocol.js';
import { app, refresh, show } from './app.js';
import { composer } from './composer.js';
import { form } from './form.js';
import { message } from './message.js';
import { panel } from './panel.js';
import { storyStrip } from './story.js';

function page(state: PageState): TemplateResult {
  return html`${sidebar(state)}
    <main>
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
      <button class="button narrow" aria-label="Stories and controls" popovertarget="panel">
        ☰
      </button>
    </div>
  </div>`;
}

function channel({ id, name, isThread }: ChannelView): TemplateResult {
  return html`<button
    class="channel"
    aria-current=${id === app.channelId ? 'page' : nothing}
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

/** Reversed by CSS, so that it keeps its end in sight. */
function feed({ channels, messages }: PageState): TemplateResult {
  const shown = messages.filter((each) => each.channel_id === app.channelId);
  const name = channels.find(({ id }) => id === app.channelId)?.name ?? '';
  return html`<div class="feed" tabindex="0" role="region" aria-label="Messages of #${name}">
    <ol aria-live="polite">
      ${repeat(shown, ({ id }) => id, message)}
    </ol>
    ${
      shown.length === 0
        ? html`<p>
            Speak as somebody, type / for the bot’s commands, or play a story: they stand under
            <em>Stories and controls</em>, on a phone behind ☰.
          </p>`
        : nothing
    }
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
  document.querySelector(`[id="message-${messageId}"]`)?.scrollIntoView();
});

setInterval(() => void refresh(), 500);
void refresh();
