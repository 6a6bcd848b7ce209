import type { APIEmbedField } from 'discord-api-types/v10';
import type { GuildSettings } from '../../../domain/guild/guild-settings.js';
import type { EntryRef } from '../../../domain/changes/entry-ref.js';
import type { GuildMessage, NamedChange } from '../change-name.js';
import type { WhyExpired } from '../../../domain/changes/expiry.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import type { FieldChange } from '../../../domain/changes/field-change.js';
import type { RelatedChanges } from './related-lines.js';
import type { Renewal } from './renewal.js';

/** What the card shows besides the change, as fields. */
export interface ChangeCardParts {
  readonly title: string;
  readonly preview: readonly APIEmbedField[];
  /** The subject of the change, in a few words. */
  readonly subject: string;
  /** What it changes. */
  readonly fieldChanges: readonly FieldChange[];
  /** Shows everything, even though the change has ended. */
  readonly isWhole: boolean;
  /** For a change that replaces a drifted one. */
  readonly renewal: Renewal | null;
  /** For a drifted change: why it no longer makes sense. */
  readonly objection: string | null;
  /** For a drifted change: the parts of the record that differ now. */
  readonly differences: readonly APIEmbedField[];
  /** For a drifted change: the preview of the present state. */
  readonly found: readonly APIEmbedField[];
  /** Where the pool's record contradicts the request. */
  readonly contradictions: readonly Contradiction[];
  /** The pool's record. */
  readonly report: readonly APIEmbedField[];
  /** How many last characters of each new address confirming asks for; 0 = none. */
  readonly typedLength: number;
  readonly rule: 'self' | 'second';
  /** Today's rule, which may be looser than at the request. */
  readonly ruleNow: 'self' | 'second';
  /** Who may confirm it. */
  readonly roles: GuildSettings['roles'];
  /** The role that is pinged when it is asked for; undefined = none. */
  readonly pingRoleId: string | undefined;
  /** The preview names something odd about it. */
  readonly isDoubtful: boolean;
  readonly isFrozen: boolean;
  /** Entries are missing, so nothing can be confirmed. */
  readonly isBehind: boolean;
  /** Its card's contents were removed while no process knew of it. */
  readonly isHeld: boolean;
  /** For a drifted change: the one that replaced it; null = none. */
  readonly replacedBy: NamedChange | null;
  /** For one person only. */
  readonly isPrivate: boolean;
  /** Where the live card is; null = this is it. */
  readonly liveCard: GuildMessage | null;
  /** The trail entry at which the card is drawn. */
  readonly entryRef: EntryRef | null;
  /** A sentence about what the store may lose. */
  readonly storeRisk: string | null;
  /** False if no id tells it from others of its name, so its effect isn't looked for. */
  readonly isKnown: boolean;
  /** Whether the key it was asked with is no longer connected. */
  readonly isKeyGone: boolean;
  /** It has an address with a wrong checksum, which the rules refuse now. */
  readonly isChecksumRefused: boolean;
  /** Why it can't be confirmed any more, or for now, although it isn't closed. */
  readonly whyExpired: WhyExpired | null;
  /** When Pitboss stops checking for the effect by itself, and whether that is still to come. */
  readonly lookedForUntil: number | null;
  readonly isLookedFor: boolean;
  /** For a waiting change: others of its subaccount that aren't finished. */
  readonly unfinished: RelatedChanges;
  /** For a change that isn't in force: the one that the pool listed since. */
  readonly replacedAtPool: (NamedChange & { readonly seenAt: number }) | null;
}
