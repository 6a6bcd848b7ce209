import type { REST } from 'discord.js';

/**
 * After any 401, even one that isn't from Discord, discord.js forgets its token and every later
 * request fails. Whether the token is still good is for `token-check.ts` to find out.
 */
export function surviving401<Rest extends REST>(rest: Rest, token: string): Rest {
  rest.setToken(token);
  rest.setToken = () => rest;
  return rest;
}
