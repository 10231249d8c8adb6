/** The log as the database layer writes to it: pino's shape. */
export interface DatabaseLog {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}
