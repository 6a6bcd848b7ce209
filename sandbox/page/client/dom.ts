type Child = Node | string | null | undefined | false;

interface Props {
  class?: string;
  text?: string;
  on?: Partial<{ [Name in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[Name]) => void }>;
  /** Attributes as in HTML; false and undefined omit one. */
  attrs?: Record<string, string | number | boolean | undefined>;
}

/**
 * Builds an element. Text only ever becomes a text node, and nothing in this client sets innerHTML:
 * what the bot or the pool wrote can be read, but not run.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (props.class) element.className = props.class;
  if (props.text !== undefined) element.textContent = props.text;
  for (const [name, value] of Object.entries(props.attrs ?? {})) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, listener] of Object.entries(props.on ?? {})) {
    // The type above pairs every name with its own event; Object.entries loses the pairing.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    element.addEventListener(name, listener as EventListener);
  }
  element.append(...children.filter((child) => child instanceof Node || typeof child === 'string'));
  return element;
}

/** A phone: little room for text, and a keyboard that covers half the page. */
export function isNarrow(): boolean {
  return window.innerWidth < 700;
}

/** Replaces the children by `elements`; those that stay aren't touched and keep their focus. */
export function arrange(parent: HTMLElement, elements: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(elements);
  const gone = Array.from(parent.children).filter((present) => !wanted.has(present));
  for (const element of gone) element.remove();
  for (const [index, element] of elements.entries()) {
    const present = parent.children[index];
    if (present !== element) parent.insertBefore(element, present ?? null);
  }
}

/** An avatar: the first letter on the person's colour. */
export function avatar(name: string, color: string): HTMLElement {
  const element = h('div', {
    class: 'avatar',
    text: name.slice(0, 1),
    attrs: { 'aria-hidden': 'true' },
  });
  element.style.backgroundColor = color;
  return element;
}

export function botAvatar(): HTMLElement {
  return h('img', { class: 'avatar', attrs: { src: '/pitboss.svg', alt: '' } });
}

/** A colour as Discord stores it, as `#rrggbb`. */
export function hexColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
