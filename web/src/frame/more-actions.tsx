import { useState, type ReactNode } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { listMessages } from '../ui/list-messages.ts'

/** Shows actions seldom needed for a list: beside its title, and on a phone, where the figures need the room, behind one button. */
export function MoreActions({ children }: { children: ReactNode }) {
  const m = useMessages(listMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <div className="bar more-actions">{children}</div>
      <button
        type="button"
        className="button more-actions-button"
        aria-label={m.actions}
        onClick={() => open(true)}
      >
        <Icon name="dots" />
      </button>
      {isOpen && (
        <Dialog title={m.actions} onClose={() => open(false)} isSheet>
          <div className="stack">{children}</div>
        </Dialog>
      )}
    </>
  )
}
