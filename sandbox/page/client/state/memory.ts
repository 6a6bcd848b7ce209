/** What a reload must not lose: where one looked, as whom, and what was put away. */
export interface Remembered {
  readonly guildId: string;
  readonly channelId: string;
  /** Their part rather than their id: every server has its own five people. */
  readonly personPart: string;
  /** Whether the stories were seen: on a phone they lie above the channel until then. */
  readonly welcomed: boolean;
  /** Messages that only one person saw, and has put away. */
  readonly dismissed: readonly string[];
  /** How far up one had scrolled, and in which channel as whom; null at the end. */
  readonly scrolled: { readonly place: string; readonly top: number } | null;
}

const name = 'pitboss-playground';
const nothing: Remembered = {
  guildId: '',
  channelId: '',
  personPart: 'Manager',
  welcomed: false,
  dismissed: [],
  scrolled: null,
};

/** Of this tab alone, so that two of them can be two people. */
export function remembered(): Remembered {
  const kept = sessionStorage.getItem(name);
  if (kept === null) return nothing;
  // Nobody but this page writes it.
  const parsed: Partial<Remembered> = JSON.parse(kept);
  return { ...nothing, ...parsed };
}

export function remember(part: Partial<Remembered>): void {
  sessionStorage.setItem(name, JSON.stringify({ ...remembered(), ...part }));
}
