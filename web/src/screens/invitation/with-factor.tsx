import { useState } from 'react'
import { addressOf } from '../../api/address.ts'
import { ask, Away } from '../../api/client.ts'
import type { FactorChallenge } from '../../api/operations.ts'
import { signWithPasskey } from '../../api/passkeys.ts'
import type { SignedIn } from '../../api/session.ts'
import { answerFactor, type FactorAnswer } from '../../api/sign-in.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { factorMessages } from '../../ui/factor-messages.ts'
import { FactorStep } from '../../ui/factor-step.tsx'
import { messages } from './messages.ts'

interface Props {
  token: string
  challenge: FactorChallenge
  onBack: () => void
}

/**
 * The step of somebody whose account has a second factor, behind their password: they are signed in by it, join in that session, and act for the new
 * organisation from then on.
 */
export function WithFactor({ token, challenge, onBack }: Props) {
  const m = useMessages(messages)
  const f = useMessages(factorMessages)
  const refusal = useRefusal()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function show(given: FactorAnswer | undefined): Promise<void> {
    if (!given || ('passkey' in given && given.passkey === undefined)) return setFault(f.noPasskey)
    const answer = await anyOrganisation(challenge, given)
    if (answer.status === 'refused') {
      // A challenge that is over is begun anew, with the password.
      if (answer.fault.messageId === 'challengeIsGone') onBack()
      return setFault(refusal(answer.fault))
    }
    const { organisationId } = await ask('POST /api/identity/me/invitations', { body: { token } })
    await ask('POST /api/identity/switch-organisation', { body: { organisationId } })
    // Anew: all that this page knows is of the organisation that they acted for before.
    location.replace(addressOf('/'))
  }

  const go = async (make: () => Promise<FactorAnswer | undefined>) => {
    setBusy(true)
    setFault(undefined)
    try {
      await show(await make())
    } catch (error) {
      setFault(refusal(error instanceof TypeError ? new Away() : error))
    } finally {
      setBusy(false)
    }
  }
  const byPasskey = async () =>
    challenge.passkey ? { passkey: await signWithPasskey(challenge.passkey) } : undefined

  return (
    <div className="stack">
      <p>{m.withFactor}</p>
      <FactorStep
        methods={challenge.methods}
        isBusy={isBusy}
        fault={fault}
        onCode={(code) => void go(async () => ({ code }))}
        onPasskey={() => void go(byPasskey)}
        onBack={onBack}
      />
    </div>
  )
}

/** Signs in for whichever organisation comes first: the one that invites is none of theirs yet. */
async function anyOrganisation({ challenge }: FactorChallenge, given: FactorAnswer): Promise<SignedIn> {
  const answer = await answerFactor({ challenge, ...given })
  const [first] = answer.status === 'choose' ? answer.organisations : []
  return first ? answerFactor({ challenge, organisationId: first.id }) : answer
}
