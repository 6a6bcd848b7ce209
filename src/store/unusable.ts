/**
 * The store cannot be opened as it is. Separate from every other error because the process must
 * not start, must not touch what is there, and its message is written for whoever runs the bot.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}
