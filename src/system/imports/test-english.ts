import { ANYBODY, render } from '../../words/render.ts'
import type { Wording } from '../../words/writing.ts'

/** Returns a reading, with its reason in English if it failed. */
export function inEnglish<Read>(read: Read): Read | { reason: string } {
  if (typeof read !== 'object' || read === null || !('reason' in read)) return read
  return { ...read, reason: render(read.reason as Wording, ANYBODY) }
}
