import type { AttachmentView } from '../../protocol.js';
import { h } from '../dom.js';
import { renderPicture } from './picture.js';

const picture = /\.(png|jpe?g|gif|webp)$/i;
const units = ['bytes', 'KB', 'MB'];

/** Files below a message: pictures shown, everything else to download. */
export function renderAttachments(files: readonly AttachmentView[]): HTMLElement | null {
  if (files.length === 0) return null;
  return h('div', { class: 'attachments' }, ...files.map(renderAttachment));
}

function renderAttachment(file: AttachmentView): HTMLElement {
  if (!picture.test(file.filename)) return renderDownload(file);
  const alt = file.description ?? '';
  return h(
    'figure',
    { class: 'picture' },
    renderPicture(file),
    alt ? h('figcaption', { class: 'alt-badge', text: 'ALT', attrs: { title: alt } }) : null,
  );
}

function renderDownload(file: AttachmentView): HTMLElement {
  const link = { href: file.url, download: file.filename };
  return h(
    'div',
    { class: 'file' },
    h('span', { class: 'file-icon', text: '📄', attrs: { 'aria-hidden': 'true' } }),
    h(
      'span',
      { class: 'file-words' },
      h('a', { text: file.filename, attrs: link }),
      h('span', { class: 'file-size', text: formatSize(file.size) }),
    ),
    h('a', {
      class: 'file-download',
      text: '⤓',
      attrs: { ...link, 'aria-label': `Download ${file.filename}` },
    }),
  );
}

function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 2);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(2)} ${units[power] ?? ''}`;
}
