import { useCallback, useEffect, useState } from 'react'
import { listForPerson, readForPerson, writeForPerson } from '../api/person-storage.ts'

/** A form as it was last typed, and whether anything of it would be missed. */
interface KeptDraft<T> {
  values: Partial<T>
  isBegun: boolean
}

/**
 * A form as it was last typed, kept as it is typed: not lost by a reload, the end of a session, a refusal or an update. It is kept for
 * whoever types it alone, and goes when it is saved or when they sign out.
 *
 * @param name of the form
 * @param isBlank whether nothing of it would be missed; left out, that is the form as it was before anything was typed
 */
export function useDraft<T extends object>(
  name: string,
  blank: () => T,
  isBlank?: (draft: T) => boolean,
): [T, (change: Partial<T>) => void, () => void] {
  const key = `draft.${name}`
  const [{ draft, first }, setDraft] = useState(() => {
    const first = blank()
    return { draft: { ...first, ...readDraft<T>(key) }, first }
  })
  useEffect(() => {
    const text = JSON.stringify(draft)
    const isFirst = text === JSON.stringify(first)
    const kept: KeptDraft<T> = { values: draft, isBegun: !isFirst && isBlank?.(draft) !== true }
    writeForPerson(key, isFirst ? undefined : JSON.stringify(kept))
  }, [key, draft, first, isBlank])
  const change = useCallback(
    (part: Partial<T>) => setDraft((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    [],
  )
  const clear = () => {
    writeForPerson(key, undefined)
    const next = blank()
    setDraft({ draft: next, first: next })
  }
  return [draft, change, clear]
}

/** Reads the stored draft of a form; one from another version of the page may have fewer or more values. */
function readDraft<T>(key: string): Partial<T> {
  return readObject<KeptDraft<T>>(readForPerson(key)).values ?? {}
}

/** Counts the half-filled forms of the person who is here. */
export function countBegunDrafts(): number {
  return listForPerson('draft.').filter((text) => readObject<KeptDraft<object>>(text).isBegun).length
}

/** An object that was kept as text, or nothing of it where it is none. */
export function readObject<T>(text: string | null | undefined): Partial<T> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}
