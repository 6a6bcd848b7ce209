export type { Messages } from '../messages.js';
