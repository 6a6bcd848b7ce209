/** No usable response in time. Whether the request arrived is unknown. */
export class DiscordSilent extends Error {
  override readonly name = 'DiscordSilent';
}

/**
 * Discord asks to wait so long that the attempt counts as failed. The message leaves out the time,
 * so that equal failures are logged once and then at growing gaps.
 */
export class LongRateLimit extends Error {
  override readonly name = 'LongRateLimit';

  constructor(
    /** When Pitboss asks again, by the wall clock, in ms. */
    readonly until: number,
    isGlobal: boolean,
  ) {
    super(
      isGlobal
        ? 'Discord refuses everything that the bot sends, for more than a minute'
        : 'Discord asks to wait for more than a minute',
    );
  }
}
