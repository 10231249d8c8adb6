import { useState, type FormEvent } from 'react'
import { hasPasskeys } from '../api/passkeys.ts'
import { useMessages } from '../i18n/messages.ts'
import { factorMessages } from './factor-messages.ts'
import { TextField } from './parts.tsx'

/** Longer than any recovery code with blanks in it. */
const MOST = 50

interface Props {
  methods: readonly string[]
  isBusy: boolean
  fault: string | undefined
  onCode: (code: string) => void
  onPasskey: () => void
  onBack?: () => void
}

/** Asks for a factor: a code, a passkey, or either. */
export function FactorStep({ methods, isBusy, fault, onCode, onPasskey, onBack }: Props) {
  const m = useMessages(factorMessages)
  const [code, setCode] = useState('')
  const isByPasskey = methods.includes('passkey') && hasPasskeys()
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') onCode(code)
    setCode('')
  }
  return (
    <form className="stack" onSubmit={go}>
      {isByPasskey && (
        <button type="button" className="button primary big" disabled={isBusy} onClick={onPasskey}>
          {m.byPasskey}
        </button>
      )}
      <TextField
        label={m.code}
        hint={m.codeHint}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        most={MOST}
      />
      {fault && (
        <div className="note bad" role="alert">
          {fault}
        </div>
      )}
      <div className="dialog-foot">
        {onBack && (
          <button type="button" className="button" onClick={onBack}>
            {m.back}
          </button>
        )}
        <button className="button primary" disabled={isBusy || code.trim() === ''}>
          {m.goOn}
        </button>
      </div>
    </form>
  )
}
