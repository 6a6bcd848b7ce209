/** Whose token it is. */
export interface BotIdentity {
  readonly applicationId: string;
  /** The author of its messages: for applications of before 2016 another id. */
  readonly userId: string;
}
