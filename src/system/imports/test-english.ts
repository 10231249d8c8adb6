import { ANYBODY, render } from '../../words/render.ts'
import type { Said } from '../../words/writing.ts'

/** What was read, with its reason in English where it could not be. */
export function inEnglish<Read>(read: Read): Read | { reason: string } {
  if (typeof read !== 'object' || read === null || !('reason' in read)) return read
  return { ...read, reason: render(read.reason as Said, ANYBODY) }
}
