import { MendableError } from '../kernel/errors.ts'
import { message, type Message } from '../words/catalogue.ts'
import type { Wording } from '../words/writing.ts'

const REASONS: Record<string, Message> = {
  EACCES: message('accountMayNot', {}),
  EEXIST: message('isAFile', {}),
  EISDIR: message('isAFolder', {}),
  ENOENT: message('noFileOrFolder', {}),
  ENOSPC: message('diskHasNoRoom', {}),
  ENOTDIR: message('pathLeadsThroughFile', {}),
  EPERM: message('accountMayNot', {}),
  EROFS: message('diskTakesNoWrites', {}),
}

/** The reason why a file cannot be read or written, for the person who named it; other errors in the system's own words. */
export function reasonWhyNot(error: unknown): Wording {
  if (error instanceof MendableError) return error.said
  if (!(error instanceof Error)) return String(error)
  return ('code' in error && REASONS[String(error.code)]) || error.message
}
