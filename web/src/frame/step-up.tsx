import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { ask } from '../api/client.ts'
import { signWithPasskey } from '../api/passkeys.ts'
import { onDoneBeside, signInBeside } from '../api/provider-sign-in.ts'
import { forgetToken, useMe } from '../api/session.ts'
import type { AskedAgain } from '../api/step-up.ts'
import { useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { Dialog } from '../ui/dialog.tsx'
import { factorMessages } from '../ui/factor-messages.ts'
import { FactorStep } from '../ui/factor-step.tsx'
import { TextField } from '../ui/parts.tsx'
import { signInMessages } from '../ui/sign-in-messages.ts'

type Shown = { password: string } | { code: string } | { challenge: string; passkey: object }

/** Asks over the page who somebody is, before what they were about to do goes on. */
export function StepUp({ methods, end }: AskedAgain) {
  const m = useMessages(factorMessages)
  const refusal = useRefusal()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function show(make: () => Promise<Shown | undefined>): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      const shown = await make()
      if (shown === undefined) return setFault(m.noPasskey)
      await ask('POST /api/identity/me/step-up', { body: shown as { code: string } })
      end(true)
    } catch (error) {
      setFault(refusal(error))
    } finally {
      setBusy(false)
    }
  }
  const byPasskey = async () => {
    const { challenge, passkey: asked } = await ask('POST /api/identity/me/step-up/challenge')
    const passkey = asked && (await signWithPasskey(asked))
    return passkey ? { challenge, passkey } : undefined
  }
  return (
    <Dialog title={m.again} onClose={() => end(false)}>
      <p className="quiet">{m.againHint}</p>
      {methods.includes('provider') && <ProviderStep onShown={() => end(true)} />}
      {methods.includes('password') ? (
        <PasswordStep
          isBusy={isBusy}
          fault={fault}
          onPassword={(password) => void show(async () => ({ password }))}
        />
      ) : (
        <FactorStep
          methods={methods}
          isBusy={isBusy}
          fault={fault}
          onCode={(code) => void show(async () => ({ code }))}
          onPasskey={() => void show(byPasskey)}
        />
      )}
    </Dialog>
  )
}

/** Signs in anew at the provider of the organisation, in a window beside this one. */
function ProviderStep({ onShown }: { onShown: () => void }) {
  const m = useMessages(factorMessages)
  const s = useMessages(signInMessages)
  const refusal = useRefusal()
  const { email } = useMe()
  const { href } = useLocation()
  const [fault, setFault] = useState<string>()
  useEffect(
    () =>
      onDoneBeside(() => {
        // The cookie is of the new session now, and the token here of the one before.
        forgetToken()
        onShown()
      }),
    [onShown],
  )
  const go = () => {
    setFault(undefined)
    signInBeside({ email: email ?? '', isFresh: true }, href).catch((error: unknown) =>
      setFault(refusal(error)),
    )
  }
  return (
    <>
      <button type="button" className="button primary big" onClick={go}>
        {s.byProvider}
      </button>
      <p className="quiet small">{m.besideHint}</p>
      {fault && (
        <p className="note bad" role="alert">
          {fault}
        </p>
      )}
      <p className="quiet">{m.orPassword}</p>
    </>
  )
}

function PasswordStep(props: {
  isBusy: boolean
  fault: string | undefined
  onPassword: (password: string) => void
}) {
  const { isBusy, fault, onPassword } = props
  const m = useMessages(factorMessages)
  const [password, setPassword] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    onPassword(password)
  }
  return (
    <form className="stack" onSubmit={go}>
      <TextField
        label={m.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={fault}
        required
      />
      <div className="dialog-foot">
        <button className="button primary" disabled={isBusy || password === ''}>
          {m.goOn}
        </button>
      </div>
    </form>
  )
}
