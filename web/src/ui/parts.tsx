import { useEffect, useId, useState, type ReactNode } from 'react'
import { Away, Refused } from '../api/client.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { Icon } from './icons.tsx'
import { messages } from './messages.ts'

/** A choice of a few, all of them seen: radio buttons in one control. */
export function Segmented<T extends string>(props: {
  label: string
  /** '' where none is chosen yet. */
  value: T | ''
  options: Partial<Record<T, string>>
  onChange: (value: T) => void
}) {
  const { label, value, options, onChange } = props
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="hidden">{label}</legend>
      {Object.entries<string | undefined>(options).map(([key, text]) => (
        <label key={key}>
          {/* The keys are those of the options, which the type knows and `Object.entries` does not say. */}
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key as T)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** A field with its label, and what is wrong with it right below, tied to it for screen readers. */
export function Field(props: {
  label: string
  fault?: string | undefined
  hint?: string | undefined
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}) {
  const { label, fault, hint, children } = props
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': described })}
      {hint && (
        <span className="quiet small" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}

/** Describes the fault of a text that is longer than the service takes; undefined if it is not. */
export function useTooLong(): (text: string, most: number | undefined) => string | undefined {
  const m = useMessages(messages)
  return (text, most) => {
    // As the service counts them: a sign beyond the first plane is one.
    const n = most === undefined ? 0 : [...text.trim()].length
    return most !== undefined && n > most ? say(m.tooLong, { most, n }) : undefined
  }
}

/** Has the browser hold back a form as long as something is wrong with a field of it: what is refused is said before it is sent. */
export const holdBack = (fault: string | undefined) => (input: HTMLInputElement | null) =>
  input?.setCustomValidity(fault ?? '')

/** A field of text. */
export function TextField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  fault?: string | undefined
  hint?: string | undefined
  type?: 'text' | 'email' | 'password' | 'time'
  autoComplete?: string
  autoFocus?: boolean
  required?: boolean
  /** The most characters that the service takes: more is said while it is typed, and nothing is cut off. */
  most?: number | undefined
}) {
  const {
    label,
    value,
    onChange,
    fault,
    hint,
    type = 'text',
    autoComplete = 'off',
    autoFocus,
    required,
    most,
  } = props
  const tooLong = useTooLong()(value, most)
  return (
    <Field label={label} fault={tooLong ?? fault} hint={hint}>
      {(control) => (
        <input
          {...control}
          ref={holdBack(tooLong)}
          className="input"
          type={type}
          value={value}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          required={required}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A choice out of a list, by the browser's own control. */
export function Choice(props: {
  label: string
  value: string
  onChange: (value: string) => void
  fault?: string | undefined
  children: ReactNode
}) {
  const { label, value, onChange, fault, children } = props
  return (
    <Field label={label} fault={fault}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
      )}
    </Field>
  )
}

/** Shows a failed read, in the service's own sentence, with the details that support asks for. */
export function Failed({ error, again }: { error: unknown; again: () => void }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  return (
    <div className="panel nothing" role="alert">
      <Icon name="warn" size={28} />
      <h2>{m.loadFailed}</h2>
      <p className="quiet">{error instanceof Away ? m.away : refusal(error)}</p>
      {error instanceof Refused && error.requestId && (
        <code className="quiet small">{say(m.requestId, { id: error.requestId })}</code>
      )}
      <button type="button" className="button" onClick={again}>
        {m.tryAgain}
      </button>
    </div>
  )
}

const QUIET_FOR_MS = 200

/** The shape of what is coming, after a moment: what is there at once must not flicker. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  const m = useMessages(messages)
  const [isShown, show] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => show(true), QUIET_FOR_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div className="stack" role="status" aria-label={m.loading}>
      {Array.from({ length: rows }, (_row, index) => (
        <div key={index} className="skeleton panel reading" />
      ))}
    </div>
  )
}
