/**
 * Asked of a write when its connection stands, and not before: whatever was true when somebody
 * decided to send it may have changed while a connection was made.
 */
export interface BeforeLeaving {
  /** Must not throw. */
  mayLeave(): Promise<boolean>;
  /** Asked once more in the very moment before the first byte. */
  isInTime(): boolean;
}
