import { useEffect, useRef } from 'react'

/** Keys of a screen by their name, such as `ArrowLeft` or `t`; with Shift as `Shift+ArrowLeft`. */
export type ShortcutKeys = Record<string, () => void>

/** Keys that a screen answers to while nobody types and nothing lies over the page. */
export function useKeys(keys: ShortcutKeys): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event.target)) return
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const act = now.current[event.shiftKey ? `Shift+${name}` : name]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** True if the key belongs to a field, or to a dialog over the page. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.closest('input, select, textarea') !== null
}
