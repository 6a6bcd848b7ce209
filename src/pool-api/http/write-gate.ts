/** The last check before a write's first byte: things may have changed since it was decided. */
export interface WriteGate {
  /** Asked when its connection is open. Must not throw. */
  maySendOnceConnected(): Promise<boolean>;
  /** Asked right before the first byte. */
  maySendFirstByte(): boolean;
}
