/**
 * Gives milliseconds by a count of this process's own that nobody can set. Only the difference of
 * two of them means anything, and only within the process.
 */
export type Uptime = () => number;

export const processUptime: Uptime = () => performance.now();
