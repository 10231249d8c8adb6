import { useState, type ReactNode } from 'react'
import { say, useMessages } from '../i18n/messages.ts'
import { Dialog } from './dialog.tsx'
import { listMessages } from './list-messages.ts'

interface Props {
  /** Number of filters that are set. */
  count: number
  /** They stand beside no list: the button is on every screen, and not on phones alone. */
  isAlways?: boolean
  children: ReactNode
}

/** The button that brings the filters: on a phone from below, where they have no room beside the list. */
export function FilterSheet({ count, isAlways, children }: Props) {
  const m = useMessages(listMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button
        type="button"
        className={isAlways ? 'button' : 'button filters-button'}
        onClick={() => open(true)}
      >
        {count > 0 ? say(m.set, { n: count }) : m.filters}
      </button>
      {isOpen && (
        <Dialog title={m.filters} onClose={() => open(false)} isSheet>
          {children}
        </Dialog>
      )}
    </>
  )
}
