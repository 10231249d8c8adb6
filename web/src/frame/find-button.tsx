import { useEffect, useState } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { lazily } from '../ui/lazily.tsx'
import { paletteMessages } from './palette-messages.ts'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette)

/**
 * Opens the field that finds everything.
 *
 * @param hasKey whether Ctrl-K opens it too, which one of them does
 * @param isIcon whether it is drawn as the glass alone, as in the head of a phone
 */
export function FindButton({ hasKey = false, isIcon = false }: { hasKey?: boolean; isIcon?: boolean }) {
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
      <button
        type="button"
        className={isIcon ? 'button find-icon' : 'button find'}
        aria-label={isIcon ? m.find : undefined}
        onClick={() => open(true)}
      >
        <Icon name="search" size={isIcon ? 22 : 18} />
        {!isIcon && m.find}
        {hasKey && <kbd className="quiet small">{m.keys}</kbd>}
      </button>
      {isOpen && <Palette onClose={() => open(false)} />}
    </>
  )
}
