/** Under which the bot's connections are listed (`pg_stat_activity`). */
export const APPLICATION = 'pitboss';

/** The space of claims. No namespace can have this name. */
export const CLAIMS = ':claims';
