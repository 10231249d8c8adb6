import { useCallback, useEffect, useState } from 'react'

/**
 * A form as it was last typed, kept as it is typed: not lost by a reload, a sign-out, a refusal or an update. It goes when it is saved.
 *
 * @param name of the form; the organisation is part of it, so that nobody types into another one's
 */
export function useDraft<T extends object>(
  name: string,
  blank: () => T,
): [T, (change: Partial<T>) => void, () => void] {
  const key = `granary.draft.${name}`
  const [draft, setDraft] = useState<T>(() => ({ ...blank(), ...readDraft<T>(key) }))
  useEffect(() => localStorage.setItem(key, JSON.stringify(draft)), [key, draft])
  const change = useCallback((part: Partial<T>) => setDraft((before) => ({ ...before, ...part })), [])
  const clear = () => {
    localStorage.removeItem(key)
    setDraft(blank())
  }
  return [draft, change, clear]
}

/** What was kept of a form; of another version of the page there may be less or more in it. */
export function readDraft<T>(key: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}
