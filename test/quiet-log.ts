import type { DatabaseLog } from '../src/db/log.ts'

/** Says nothing: what tests provoke on purpose would fill the screen. */
export const quietLog: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }
