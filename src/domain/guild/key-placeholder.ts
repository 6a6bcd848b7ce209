/** Replaces the server's API key in everything the pool said. */
export const KEY_PLACEHOLDER = '[key]';
