import { createLog } from '../../src/ops/log.js';

export const silentLog = createLog('silent', { write() {} });
