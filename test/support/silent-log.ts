import { createLog } from '../../src/ops/log.js';

export const silentLog = createLog({ level: 'silent', destination: { write() {} } });
