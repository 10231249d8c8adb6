import { useState } from 'react'
import { Away, Refused } from '../api/client.ts'
import { signWithPasskey } from '../api/passkeys.ts'
import type { SignedIn } from '../api/session.ts'
import { answerFactor, type FactorAnswer } from '../api/sign-in.ts'
import { useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { factorMessages } from './factor-messages.ts'

/** The organisations of somebody who belongs to several. */
export type Choosing = Extract<SignedIn, { status: 'choose' }>['organisations']
/** A factor that the service asks for. */
export type AskedFactor = Extract<SignedIn, { status: 'factor' }>['challenge']

/** The state of a sign-in from its first answer to its last, and the steps that take it further. */
export function useSignInSteps(begun: AskedFactor | undefined) {
  const refusal = useRefusal()
  const f = useMessages(factorMessages)
  const [organisations, setOrganisations] = useState<Choosing>([])
  const [asked, setAsked] = useState(begun)
  const [fault, setFault] = useState<string>()
  const [isForProvider, setForProvider] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(refusal(error instanceof Refused ? error : new Away()))
    } finally {
      setBusy(false)
    }
  }

  const go = (work: () => Promise<void>) => void attempt(work)

  const sign = (send: () => Promise<SignedIn | undefined>) =>
    go(async () => {
      const answer = await send()
      if (answer === undefined) setFault(f.noPasskey)
      else take(answer)
    })

  function take(answer: SignedIn): void {
    if (answer.status === 'refused') {
      const { messageId } = answer.fault
      setFault(refusal(answer.fault))
      setForProvider(messageId === 'signsInByProvider')
      // A challenge that is over is begun anew, with the password.
      if (messageId === 'challengeIsGone' || messageId === 'signsInByProvider') setAsked(undefined)
    } else if (answer.status === 'factor') setAsked(answer.challenge)
    else if (answer.status === 'choose') setOrganisations(answer.organisations)
  }

  /** Answers what is asked, by a passkey where none is given. */
  async function show(challenge: AskedFactor, given?: FactorAnswer): Promise<SignedIn | undefined> {
    const answer = given ?? (challenge.passkey && { passkey: await signWithPasskey(challenge.passkey) })
    if (!answer || ('passkey' in answer && answer.passkey === undefined)) return undefined
    setAsked(challenge)
    return answerFactor({ challenge: challenge.challenge, ...answer })
  }

  return {
    organisations,
    asked,
    fault,
    isForProvider,
    isBusy,
    go,
    sign,
    show,
    goBack: () => setAsked(undefined),
  }
}
