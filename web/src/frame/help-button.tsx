import { useState } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { useKeys } from '../ui/keys.ts'
import { lazily } from '../ui/lazily.tsx'
import { helpMessages } from './help-messages.ts'

const HelpSheet = lazily(async () => (await import('./help-sheet.tsx')).HelpSheet)

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
      {isOpen && <HelpSheet onClose={() => open(false)} />}
    </>
  )
}

/** Opens it by `?`. It stands by itself, since what a phone does not show of the frame would hide the sheet, too. */
export function HelpKey() {
  const [isOpen, open] = useState(false)
  const show = () => open(true)
  // Keyboards differ in whether a question mark takes Shift.
  useKeys({ '?': show, 'Shift+?': show })
  return isOpen ? <HelpSheet onClose={() => open(false)} /> : null
}
