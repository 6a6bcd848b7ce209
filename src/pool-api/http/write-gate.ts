/** Asked once a write's connection is open: things may have changed while it was made. */
export interface WriteGate {
  /** Must not throw. */
  mayLeave(): Promise<boolean>;
  /** Asked again right before the first byte. */
  mayGo(): boolean;
}
