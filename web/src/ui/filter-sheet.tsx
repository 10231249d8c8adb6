import { useState, type ReactNode } from 'react'
import { say, useMessages } from '../i18n/messages.ts'
import { Dialog } from './dialog.tsx'
import { filterMessages } from './filter-messages.ts'

/** The button that brings the filters from below on a phone, where they have no room beside the list. */
export function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const m = useMessages(filterMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button filters-button" onClick={() => open(true)}>
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
