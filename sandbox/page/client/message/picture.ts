import type { AttachmentView } from '../../protocol.js';
import { h } from '../dom.js';

/** Greatest height of a picture in the channel, in pixels. */
const highest = 350;

/** Reserves a picture's place before it has loaded, so that nothing jumps; a click enlarges it. */
export function renderPicture(file: AttachmentView): HTMLElement {
  const { url, shape } = file;
  const alt = file.description ?? '';
  const image = h('img', { attrs: { src: url, alt, title: alt, loading: 'lazy' } });
  if (shape) {
    image.style.aspectRatio = `${shape.width} / ${shape.height}`;
    image.style.width = `${Math.min(shape.width, (highest * shape.width) / shape.height)}px`;
  }
  return h(
    'button',
    {
      class: 'picture-button',
      attrs: { type: 'button', 'aria-haspopup': 'dialog' },
      on: { click: () => enlarge(file) },
    },
    image,
  );
}

/** Covers the whole page; Escape or a click anywhere closes it. */
function enlarge({ url, description, filename }: AttachmentView): void {
  const alt = description ?? '';
  const close = h('button', {
    class: 'button secondary',
    text: 'Close',
    attrs: { type: 'button' },
  });
  const dialog = h(
    'dialog',
    { class: 'lightbox', attrs: { 'aria-label': filename } },
    h('img', { attrs: { src: url, alt } }),
    close,
  );
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
