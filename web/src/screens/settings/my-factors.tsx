import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { postIdentityMePasskeysLimits, type CodeAppBegun } from '../../api/operations.ts'
import { hasPasskeys, makePasskey } from '../../api/passkeys.ts'
import { noteMe, useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { CameraCode } from '../../ui/camera-code.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { FactorLine } from './factor-line.tsx'
import { factorTexts } from './factor-texts.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { ShownOnce } from './shown-once.tsx'

/** Reads anew who is signed in: that says which factors they have. */
const readMe = async () => noteMe(await ask('GET /api/identity/me'))

/**
 * New recovery codes until somebody says that they are kept: nobody can read them again, and going to another page must not lose them. In memory
 * alone, so that a reload forgets them.
 */
let unkeptCodes: string[] = []

/** Second factors of the person signed in: code app, passkeys and recovery codes. */
export function MyFactors() {
  const m = useMessages(factorTexts)
  const formats = useFormats()
  const { secondFactor } = useMe()
  const [codes, showCodes] = useState(unkeptCodes)
  const setCodes = (codes: string[]) => {
    unkeptCodes = codes
    showCodes(codes)
  }
  const factors = useQuery({ queryKey: ['factors'], queryFn: () => ask('GET /api/identity/me/factors') })
  const isDue = secondFactor.neededFromUTC !== null && secondFactor.has.length === 0
  const added = async (recoveryCodes: string[]) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    await readMe()
  }
  return (
    <section className="panel pad stack">
      <h2>{m.title}</h2>
      <p className="quiet">{m.lead}</p>
      {isDue && (
        <p className="note" role="status">
          {secondFactor.isMissing
            ? m.missing
            : say(m.neededFrom, { when: formats.moment(secondFactor.neededFromUTC ?? '') })}
        </p>
      )}
      {codes.length > 0 && (
        <>
          <ShownOnce lead={m.recoveryOnce} secret={codes.join('\n')} />
          <RecoverySheet codes={codes} />
          <button type="button" className="button" onClick={() => setCodes([])}>
            {m.kept}
          </button>
        </>
      )}
      {!factors.data &&
        (factors.error ? (
          <Failed error={factors.error} again={() => void factors.refetch()} />
        ) : (
          <Skeleton />
        ))}
      {factors.data && (
        <>
          <CodeApp since={factors.data.codeAppSinceUTC} onAdded={added} />
          <Passkeys passkeys={factors.data.passkeys} onAdded={added} />
          {secondFactor.has.length > 0 && (
            <Recovery left={factors.data.recoveryCodesLeft} onCodes={setCodes} />
          )}
        </>
      )}
    </section>
  )
}

interface Adding {
  onAdded: (recoveryCodes: string[]) => Promise<void>
}

function CodeApp({ since, onAdded }: Adding & { since: string | null }) {
  const m = useMessages(factorTexts)
  const formats = useFormats()
  const sending = useSending()
  const [begun, setBegun] = useState<CodeAppBegun>()
  const [code, setCode] = useState('')
  if (since !== null)
    return (
      <FactorLine
        name={m.codeApp}
        about={say(m.codeAppSince, { when: formats.moment(since) })}
        action={m.takeAway}
        question={m.askCodeApp}
        work={() => ask('DELETE /api/identity/me/code-app')}
        onDone={readMe}
      />
    )
  if (!begun)
    return (
      <Begin
        action={m.setUpCodeApp}
        work={async () => setBegun(await ask('POST /api/identity/me/code-app'))}
      />
    )
  const confirm = () =>
    sending.send(
      () => ask('POST /api/identity/me/code-app/confirm', { body: { code } }),
      async ({ recoveryCodes }) => {
        setBegun(undefined)
        setCode('')
        await onAdded(recoveryCodes)
      },
    )
  return (
    <Form sending={sending} action={m.confirm} isReady={code.trim() !== ''} onSend={confirm}>
      <p>{m.scan}</p>
      <CameraCode text={begun.address} />
      <code className="secret">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      <TextField
        label={m.code}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        {...sending.at('code')}
      />
      <button type="button" className="button" onClick={() => setBegun(undefined)}>
        {m.cancel}
      </button>
    </Form>
  )
}

type Passkey = { id: string; name: string; lastUsedAtUTC: string | null }

function Passkeys({ passkeys, onAdded }: Adding & { passkeys: Passkey[] }) {
  const m = useMessages(factorTexts)
  const formats = useFormats()
  const sending = useSending(postIdentityMePasskeysLimits)
  const [name, setName] = useState('')
  const [isAdding, add] = useState(false)
  const [isLeft, setLeft] = useState(false)
  async function make(): Promise<void> {
    setLeft(false)
    await sending.send(async () => {
      const options = await ask('POST /api/identity/me/passkeys/options')
      const passkey = await makePasskey(options)
      if (!passkey) return setLeft(true)
      const { challenge } = options
      const added = await ask('POST /api/identity/me/passkeys', { body: { challenge, name, passkey } })
      setName('')
      add(false)
      await onAdded(added.recoveryCodes)
    })
  }
  return (
    <>
      {passkeys.map(({ id, name: called, lastUsedAtUTC }) => (
        <FactorLine
          key={id}
          name={called}
          about={
            lastUsedAtUTC === null
              ? m.passkeyUnused
              : say(m.passkeyUsed, { when: formats.moment(lastUsedAtUTC) })
          }
          action={m.takeAway}
          question={m.askPasskey}
          work={() => ask('DELETE /api/identity/me/passkeys/{id}', { path: { id } })}
          onDone={readMe}
        />
      ))}
      {!isAdding && (
        <Begin
          action={m.addPasskey}
          work={async () => add(true)}
          hindrance={hasPasskeys() ? undefined : m.noPasskeysHere}
        />
      )}
      {isAdding && (
        <Form sending={sending} action={m.addPasskey} isReady={name.trim() !== ''} onSend={() => void make()}>
          <TextField
            label={m.passkeyName}
            hint={m.passkeyHint}
            value={name}
            onChange={setName}
            {...sending.at('name')}
          />
          {isLeft && (
            <p className="note bad" role="alert">
              {m.noPasskey}
            </p>
          )}
        </Form>
      )}
    </>
  )
}

function Recovery({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const m = useMessages(factorTexts)
  const renew = async () => onCodes((await ask('POST /api/identity/me/recovery-codes')).recoveryCodes)
  const about = say(m.recoveryLeft, { n: left })
  return (
    <FactorLine
      name={m.recovery}
      about={about}
      action={m.renew}
      question={m.askRenew}
      work={renew}
      onDone={readMe}
    />
  )
}

interface BeginProps {
  action: string
  work: () => Promise<void>
  /** Why it cannot be done here. */
  hindrance?: string | undefined
}

function Begin({ action, work, hindrance }: BeginProps) {
  const sending = useSending()
  const refusal = useRefusal()
  return (
    <div>
      {sending.error !== null && <p className="note bad">{refusal(sending.error)}</p>}
      <button
        type="button"
        className="button"
        disabled={sending.isBusy || hindrance !== undefined}
        onClick={() => void sending.send(work)}
      >
        {action}
      </button>
      {hindrance !== undefined && <p className="quiet small">{hindrance}</p>}
    </div>
  )
}
