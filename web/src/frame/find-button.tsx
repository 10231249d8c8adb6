import { lazy, Suspense, useEffect, useState } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { paletteMessages } from './palette-messages.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Opens the field that finds everything: by Ctrl-K anywhere, or by this button. */
export function FindButton({ hasKey = false }: { hasKey?: boolean }) {
  const m = useMessages(paletteMessages)
  const [isOpen, open] = useState(false)
  useEffect(() => {
    if (!hasKey) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      open((before) => !before)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [hasKey])
  return (
    <>
      <button type="button" className="button find" onClick={() => open(true)}>
        <Icon name="search" size={18} />
        {m.find}
        {hasKey && <kbd className="quiet small">{m.keys}</kbd>}
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}
