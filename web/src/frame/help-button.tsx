import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { useKeys } from '../ui/keys.ts'
import { helpMessages } from './help-messages.ts'

const HelpSheet = lazy(async () => ({ default: (await import('./help-sheet.tsx')).HelpSheet }))

/** Opens the help of the screen that is shown. */
export function HelpButton() {
  const m = useMessages(helpMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="help" />
        {m.help}
        <kbd className="quiet small">?</kbd>
      </button>
      {isOpen && <Sheet onClose={() => open(false)} />}
    </>
  )
}

/** Opens it by `?`. It stands by itself, since what a phone does not show of the frame would hide the sheet, too. */
export function HelpKey() {
  const [isOpen, open] = useState(false)
  const show = () => open(true)
  // Keyboards differ in whether a question mark takes Shift.
  useKeys({ '?': show, 'Shift+?': show })
  return isOpen ? <Sheet onClose={() => open(false)} /> : null
}

function Sheet({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <HelpSheet onClose={onClose} />
    </Suspense>
  )
}
