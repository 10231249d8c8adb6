import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Locked } from '../api/client.ts'
import { useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { fieldsOf, type FieldsOf } from './fields-of.ts'
import type { FieldLimits } from './limits.ts'
import { messages } from './messages.ts'

/** A form's way to the service: busy while it is sent, and what was refused until it is corrected. */
export interface Sending extends FieldsOf {
  isBusy: boolean
  error: unknown
  /** Sends, and once it was taken reads anew all that is shown and goes on with what was answered. Answers whether it was taken. */
  send: <T>(work: () => Promise<T>, then?: (result: T) => unknown) => Promise<boolean>
}

/**
 * A form's way to the service.
 *
 * @param limits of the operation that it asks for: what is longer is said while it is typed, and is not sent
 */
export function useSending(limits: FieldLimits = {}): Sending {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  return {
    isBusy,
    error,
    ...fieldsOf(error, limits),
    async send(work, then) {
      setBusy(true)
      setError(null)
      try {
        const result = await work()
        // What was rehearsed has happened: to rehearse it once more would be refused.
        void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'rehearsal' })
        await then?.(result)
        return true
      } catch (refused) {
        // That the session is over is told where the password is asked for.
        if (!(refused instanceof Locked)) setError(refused)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

interface Props {
  sending: Sending
  /** Text of the golden button: the action that will happen. */
  action: string
  isReady?: boolean
  /** True if the refusal is shown at its field. */
  isSaidBelow?: boolean
  onSend: () => unknown
  onCancel?: () => void
  children: ReactNode
}

/** A form with what was refused on top, and its two buttons at the end. */
export function Form(props: Props) {
  const { sending, action, isReady = true, isSaidBelow = false, onSend, onCancel, children } = props
  const m = useMessages(messages)
  const refusal = useRefusal()
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !sending.isBusy) onSend()
  }
  return (
    <form className="stack" onSubmit={go}>
      {sending.error !== null && !isSaidBelow && (
        <div className="note bad" role="alert">
          {refusal(sending.error)}
        </div>
      )}
      {children}
      <div className="dialog-foot">
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {m.cancel}
          </button>
        )}
        <button className="button primary" disabled={!isReady || sending.isBusy}>
          {action}
        </button>
      </div>
    </form>
  )
}
