import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { Icon } from './icons.tsx'
import { messages } from './messages.ts'

interface Props {
  title: string
  /** Left out, it cannot be closed without doing what it asks for. */
  onClose?: () => void
  isWide?: boolean
  /** On a phone it comes from below. */
  isSheet?: boolean
  /** It stands at the side of the page, over its whole height. */
  isSide?: boolean
  children: ReactNode
}

/** Moves the focus, which a removed element takes with it, back to where it was, or, if that has gone too, to the screen. */
function goBackTo(before: Element | null): void {
  // What replaces the dialog, such as another one, may have taken the focus by then.
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const isThere = before instanceof HTMLElement && before !== document.body && before.checkVisibility()
    const back = isThere ? before : document.getElementById('content')
    back?.focus({ preventScroll: true })
  })
}

/** Something over the page that keeps the focus until it is closed: the browser's own dialog. Render it while it is open. */
export function Dialog({ title, onClose, isWide, isSheet, isSide, children }: Props) {
  const m = useMessages(messages)
  const id = useId()
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  // A press that began inside and ended outside (somebody marking what a field says) is a click on the dialog too, and closes nothing.
  const pressedOn = useRef<EventTarget>(null)
  useEffect(() => {
    if (!element) return
    const before = document.activeElement
    element.showModal()
    // Whoever opens a form begins with its first field; the browser would begin with the button that closes it.
    element.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus()
    return () => goBackTo(before)
  }, [element])
  const classes = ['dialog', isWide && 'wide', isSheet && 'sheet', isSide && 'beside']
    .filter(Boolean)
    .join(' ')
  return (
    <dialog
      ref={setElement}
      className={classes}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={(event) => {
        pressedOn.current = event.target
      }}
      onClick={(event) => {
        if (event.target === element && pressedOn.current === element) onClose?.()
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          {onClose && (
            <button type="button" className="button bare" aria-label={m.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
