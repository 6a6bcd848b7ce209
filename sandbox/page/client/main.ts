import type { ActionAnswer, StoryRequest } from '../protocol.js';
import { api, listen } from './state/api.js';
import { createComposer } from './composer/composer.js';
import { h, isNarrow } from './dom.js';
import { followDiscordLinks } from './discord-links.js';
import { createFeed } from './feed.js';
import { createHeader } from './frame/header.js';
import { openModal } from './form/modal.js';
import { createPanel } from './frame/panel.js';
import { createSidebar } from './frame/sidebar.js';
import { createStoryStrip } from './frame/story-strip.js';
import type { StoryEvents } from './frame/story-step.js';
import { remember, remembered } from './state/memory.js';
import { createStore } from './state/store.js';
import { namesFrom, type ViewContext } from './view-context.js';

const store = createStore();
const note = h('div', { class: 'note', attrs: { role: 'status' } });
let noteTimer: ReturnType<typeof setTimeout> | undefined;

/** Empty words remove the note. */
function showNote(words: string): void {
  clearTimeout(noteTimer);
  note.textContent = words;
  noteTimer = setTimeout(() => note.replaceChildren(), 6_000);
}

function here() {
  return { personId: store.person.id, channelId: store.channelId };
}

/** After any action: shows a form that it opened, or reports the error. */
function act(action: Promise<ActionAnswer>): void {
  action
    .then(({ opened }) => opened && openModal(opened, context))
    .catch((error: unknown) => showNote(error instanceof Error ? error.message : String(error)));
}

const context: ViewContext = {
  store,
  names: namesFrom(store),
  click: (message, customId) => act(api.click({ ...here(), messageId: message.id, customId })),
  select: (message, customId, values) =>
    act(api.select({ ...here(), messageId: message.id, customId, values })),
  dismiss(id) {
    store.dismiss(id);
    update();
  },
};

const roomForPanel = window.matchMedia('(min-width: 1100px)');

/** The drawers of a narrow page and the panel of a wide one. */
function toggle(name: 'sidebar-open' | 'panel-open', open?: boolean): void {
  document.body.classList.toggle(name, open);
}

function choosing(choose: (id: string) => void): (id: string) => void {
  return (id) => {
    choose(id);
    toggle('sidebar-open', false);
    update();
  };
}

const onPerson = choosing(store.choosePerson);
const sidebar = createSidebar(store, {
  onGuild: choosing(store.chooseGuild),
  onChannel: choosing(store.chooseChannel),
  onPerson,
});
const header = createHeader(store, {
  onPerson,
  onMenu: () => toggle('sidebar-open'),
  onPanel: () => toggle('panel-open'),
});
const feed = createFeed(context);
const composer = createComposer({
  store,
  run(path, options) {
    feed.showEnd();
    act(api.command({ ...here(), path, options }));
  },
  say(content) {
    feed.showEnd();
    api.say({ ...here(), content }).catch((error: unknown) => showNote(String(error)));
  },
  note: showNote,
});
/** Sends a person's act in a story, and reports an error. */
function tell(request: StoryRequest): void {
  api.story(request).catch((error: unknown) => showNote(String(error)));
}

const storyEvents: StoryEvents = {
  onBegin(id) {
    tell({ what: 'begin', id });
    closeDrawers();
  },
  onLeave: () => tell({ what: 'leave' }),
  onAct: () => tell({ what: 'act' }),
  onPlace(name, channelName) {
    store.choosePlace(name, channelName);
    closeDrawers();
    update();
  },
  onWrite({ path, options }) {
    closeDrawers();
    composer.write(path, options);
  },
  onOpen: () => toggle('panel-open', true),
};
const strip = createStoryStrip(storyEvents);
const panel = createPanel(store, {
  ...storyEvents,
  onControl: (id, value) => {
    api.control(id, value).catch((error: unknown) => showNote(String(error)));
  },
  onClose() {
    remember({ welcomed: true });
    toggle('panel-open', false);
  },
});
function closeDrawers(): void {
  remember({ welcomed: true });
  toggle('sidebar-open', false);
  if (!roomForPanel.matches) toggle('panel-open', false);
}

const shade = h('div', { class: 'shade', on: { click: closeDrawers } });
document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeDrawers());

function update(): void {
  sidebar.update();
  header.update();
  feed.update();
  composer.update();
  panel.update();
  strip.update(store);
}

document.body.append(
  sidebar.element,
  h('main', {}, header.element, feed.element, strip.element, note, composer.element),
  shade,
  panel.element,
);
followDiscordLinks(({ guildId, channelId, messageId }) => {
  store.chooseGuild(guildId);
  store.chooseChannel(channelId);
  update();
  const message = document.querySelector(`[data-message-id="${messageId}"]`);
  if (message === null) showNote('That message isn’t there any more.');
  else message.scrollIntoView();
});
// Beside the channel if there is room, else above it (and closed at first).
roomForPanel.addEventListener('change', ({ matches }) => toggle('panel-open', matches));
toggle('panel-open', roomForPanel.matches || !remembered().welcomed);
listen(
  (event) => {
    store.apply(event);
    if (event.kind !== 'tails') return update();
    header.update();
    return panel.update();
  },
  (up) => document.body.classList.toggle('offline', !up),
);
if (!isNarrow()) composer.focus();
