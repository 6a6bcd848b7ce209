/** What must survive a reload: the place, the person, and what was dismissed. */
export interface Remembered {
  readonly guildId: string;
  readonly channelId: string;
  /** Their part rather than their id, because every server has its own five people. */
  readonly personPart: string;
  /** Whether the stories were seen: until then, a phone shows them above the channel. */
  readonly welcomed: boolean;
  /** Dismissed messages that only one person saw. */
  readonly dismissed: readonly string[];
  /** How far up the reader had scrolled, in which channel and as whom; null at the end. */
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

/** For this tab only, so that two tabs can be two people. */
export function remembered(): Remembered {
  const kept = sessionStorage.getItem(name);
  if (kept === null) return nothing;
  // Only this page writes it.
  const parsed: Partial<Remembered> = JSON.parse(kept);
  return { ...nothing, ...parsed };
}

export function remember(part: Partial<Remembered>): void {
  sessionStorage.setItem(name, JSON.stringify({ ...remembered(), ...part }));
}
