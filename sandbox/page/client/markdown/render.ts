import { now } from '../state/clock.js';
import { h } from '../dom.js';
import { roleLabel } from '../frame/role-label.js';
import { parseMarkdown, type Block, type ListItem } from './blocks.js';
import { parseInline, type Inline } from './inline.js';
import { formatTimestamp } from './timestamps.js';

/** Names for ids that this server knows. */
export interface Names {
  user(id: string): string | undefined;
  role(id: string): { name: string; color: string } | undefined;
  channel(id: string): string | undefined;
}

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
} as const;

/** Markdown as Discord draws it in messages, descriptions and field values. */
export function renderMarkdown(source: string, names: Names): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...parseMarkdown(source).map((block) => renderBlock(block, names)));
  return fragment;
}

/** Only the inline part, for titles and field names. */
export function renderInline(source: string, names: Names): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...inlines(parseInline(source), names));
  return fragment;
}

function renderBlock(block: Block, names: Names): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return h('div', { class: 'md-text' }, ...inlines(block.children, names));
    case 'heading':
      return h(
        'div',
        { class: `md-heading md-h${block.level}` },
        ...inlines(block.children, names),
      );
    case 'subtext':
      return h('div', { class: 'md-subtext' }, ...inlines(block.children, names));
    case 'quote':
      return h(
        'blockquote',
        { class: 'md-quote' },
        ...block.blocks.map((inner) => renderBlock(inner, names)),
      );
    case 'list':
      return h('div', { class: 'md-list' }, ...block.items.map((item) => renderItem(item, names)));
    case 'code':
      break;
  }
  return h('pre', { class: 'md-pre' }, h('code', { text: block.text }));
}

function renderItem(item: ListItem, names: Names): HTMLElement {
  const bullet = item.depth > 0 ? '◦' : '•';
  const mark = item.number === null ? bullet : `${item.number}.`;
  const row = h(
    'div',
    { class: 'md-item' },
    h('span', { class: 'md-mark', text: mark }),
    h('span', {}, ...inlines(item.children, names)),
  );
  row.style.marginInlineStart = `${item.depth * 20}px`;
  return row;
}

function inlines(nodes: readonly Inline[], names: Names): Node[] {
  return nodes.map((node) => renderNode(node, names));
}

function renderNode(node: Inline, names: Names): Node {
  switch (node.kind) {
    case 'text':
      return document.createTextNode(node.text);
    case 'break':
      return h('br');
    case 'code':
      return h('code', { class: 'md-code', text: node.text });
    case 'spoiler':
      return renderSpoiler(inlines(node.children, names));
    case 'link':
      return h(
        'a',
        { attrs: { href: node.url, target: '_blank', rel: 'noreferrer noopener' } },
        ...inlines(node.children, names),
      );
    case 'mention':
      return renderMention(node.of, node.id, names);
    case 'everyone':
      return h('span', { class: 'mention', text: node.text });
    case 'command':
      return h('span', { class: 'mention', text: `/${node.text}` });
    case 'time':
      return renderTime(node.seconds, node.style);
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strike':
      break;
  }
  return h(tags[node.kind], {}, ...inlines(node.children, names));
}

function renderMention(of: 'user' | 'role' | 'channel', id: string, names: Names): HTMLElement {
  if (of === 'channel') {
    return h('span', { class: 'mention', text: `#${names.channel(id) ?? 'unknown'}` });
  }
  if (of === 'user') {
    return h('span', { class: 'mention', text: `@${names.user(id) ?? 'unknown-user'}` });
  }
  const role = names.role(id);
  const chip = h('span', { class: 'mention', text: roleLabel(role?.name ?? 'unknown-role') });
  if (role) {
    chip.style.color = role.color;
    chip.style.backgroundColor = `color-mix(in srgb, ${role.color} 18%, transparent)`;
  }
  return chip;
}

/** `renewTimes` updates relative ones as time passes. */
function renderTime(seconds: number, style: string): HTMLElement {
  return h('time', {
    class: 'md-time',
    text: formatTimestamp(seconds, style, now()),
    attrs: {
      title: formatTimestamp(seconds, 'F', now()),
      'data-seconds': seconds,
      'data-style': style,
    },
  });
}

/** Updates every "2 minutes ago". */
export function renewTimes(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('time[data-style="R"]')) {
    element.textContent = formatTimestamp(Number(element.dataset['seconds']), 'R', now());
  }
}

function renderSpoiler(children: readonly Node[]): HTMLElement {
  const spoiler = h(
    'span',
    { class: 'md-spoiler', attrs: { role: 'button', tabindex: 0 } },
    ...children,
  );
  const show = () => spoiler.classList.add('shown');
  spoiler.addEventListener('click', show);
  spoiler.addEventListener('keydown', ({ key }) => key === 'Enter' && show());
  return spoiler;
}
