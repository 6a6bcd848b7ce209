import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIStringSelectComponent,
} from 'discord-api-types/v10';
import type { MessageView } from '../../protocol.js';
import { h } from '../dom.js';
import { selectMenu } from '../form/select-menu.js';
import type { ViewContext } from '../view-context.js';
import { defaultChoice, isSelect, selectOptions } from '../form/select-settings.js';

const styleNames: Record<ButtonStyle, string> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Secondary]: 'secondary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
  [ButtonStyle.Link]: 'link',
  [ButtonStyle.Premium]: 'secondary',
};

/** The rows of buttons and selects below a message, and a note if one of them failed. */
export function renderComponents(message: MessageView, context: ViewContext): HTMLElement | null {
  const rows = message.components;
  if (rows.length === 0) return null;
  const used = lastUse(message, context);
  const busy = used?.state === 'sending' ? used.customId : null;
  return h(
    'div',
    { class: 'rows' },
    ...rows
      .filter(({ type }) => type === ComponentType.ActionRow)
      .map((row) =>
        h(
          'div',
          { class: 'row' },
          ...row.components.map((component) => renderPart(component, message, { context, busy })),
        ),
      ),
    used?.state === 'failed'
      ? h('div', { class: 'row-failed', text: 'This interaction failed', attrs: { role: 'alert' } })
      : null,
  );
}

/** This person's own last click on this message. */
export function lastUse({ id }: MessageView, { store }: ViewContext) {
  return [...store.interactions.values()].findLast(
    ({ kind, sourceMessageId, personId }) =>
      kind === 'component' && sourceMessageId === id && personId === store.person.id,
  );
}

interface ComponentParts {
  readonly context: ViewContext;
  /** The custom id waiting for its answer. */
  readonly busy: string | null;
}

function renderPart(
  component: APIComponentInMessageActionRow,
  message: MessageView,
  parts: ComponentParts,
): HTMLElement {
  if (isSelect(component)) return renderSelect(component, message, parts);
  if (component.type === ComponentType.Button) return renderButton(component, message, parts);
  return h('span', { text: 'Not shown by this page' });
}

function renderButton(
  button: APIButtonComponent,
  message: MessageView,
  { context, busy }: ComponentParts,
): HTMLElement {
  const label = 'label' in button ? (button.label ?? '') : '';
  const emoji = 'emoji' in button ? button.emoji?.name : undefined;
  const content = [
    emoji ? h('span', { class: 'button-emoji', text: emoji }) : null,
    label ? h('span', { text: label }) : null,
  ];
  const look = `button ${styleNames[button.style]}`;
  if (button.style === ButtonStyle.Link) {
    const attrs = { href: button.url, target: '_blank', rel: 'noreferrer noopener' };
    return h('a', { class: look, attrs }, ...content, h('span', { text: '↗' }));
  }
  const customId = 'custom_id' in button ? button.custom_id : '';
  const waiting = busy === customId;
  return h(
    'button',
    {
      class: waiting ? `${look} waiting` : look,
      attrs: {
        type: 'button',
        disabled: button.disabled === true || busy !== null,
      },
      on: { click: () => context.click(message, customId) },
    },
    ...content,
  );
}

function renderSelect(
  select: APIStringSelectComponent,
  message: MessageView,
  { context, busy }: ComponentParts,
): HTMLElement {
  return selectMenu({
    options: selectOptions(select),
    chosen: defaultChoice(select),
    placeholder: select.placeholder ?? 'Make a selection',
    label: select.placeholder ?? 'Select',
    min: select.min_values ?? 1,
    max: select.max_values ?? 1,
    disabled: select.disabled === true || busy !== null,
    onChosen: (values) => context.select(message, select.custom_id, values),
  });
}
