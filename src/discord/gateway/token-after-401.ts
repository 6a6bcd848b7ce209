import type { REST } from 'discord.js';

/**
 * discord.js forgets its token at a 401, also at one that did not come from Discord, and then every
 * later request fails. Whether the token is still good is for `token-check.ts` to say.
 */
export function keepToken<Rest extends REST>(rest: Rest, token: string): Rest {
  rest.setToken(token);
  rest.setToken = () => rest;
  return rest;
}
