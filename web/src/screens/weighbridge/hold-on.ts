import type { PointerEvent } from 'react'

/**
 * Keeps a press on the button or the choice that it began on, for a form of which something may grow or go meanwhile: a weight that was
 * typed in tonnes is read when its field is left, which the press itself does, and what the book will say comes when it comes.
 */
export function holdOn({ target, pointerId }: PointerEvent): void {
  // In a field it is the caret that is put somewhere.
  if (!(target instanceof Element) || target.closest('input, textarea, select')) return
  target.closest('button, label')?.setPointerCapture(pointerId)
}
