/** Stands in everything the pool said where it held the server's API key. */
export const KEY_PLACEHOLDER = '[key]';
