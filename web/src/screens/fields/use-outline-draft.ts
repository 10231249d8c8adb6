import { useCallback, useMemo } from 'react'
import { useMe } from '../../api/session.ts'
import { useDraft } from '../../offline/drafts.ts'
import type { OutlinePosition } from './outlines.ts'
import { readOutline, withoutLast, withPoint, type TypedOutline } from './typed-outline.ts'

/** An outline while it is being drawn: what is tapped and what is typed is one text, kept as it grows. */
export interface OutlineDraft {
  text: string
  read: TypedOutline
  type: (text: string) => void
  add: (point: OutlinePosition) => void
  undo: () => void
  clear: () => void
}

export function useOutlineDraft(fieldId: string): OutlineDraft {
  const { organisation } = useMe()
  const [{ text }, change, clear] = useDraft(`${organisation.id}.outline.${fieldId}`, () => ({ text: '' }))
  const read = useMemo(() => readOutline(text), [text])
  return {
    text,
    read,
    type: useCallback((next: string) => change({ text: next }), [change]),
    add: (point) => change({ text: /^\s*[{[]/.test(text) ? withPoint('', point) : withPoint(text, point) }),
    undo: () => change({ text: withoutLast(text) }),
    clear,
  }
}
