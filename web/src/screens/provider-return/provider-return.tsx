import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Away } from '../../api/client.ts'
import { noteDoneBeside } from '../../api/provider-sign-in.ts'
import { useSession } from '../../api/session.ts'
import { Appearance } from '../../frame/choices.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import '../../ui/entrance.css'
import { Skeleton } from '../../ui/parts.tsx'
import { SignInForm } from '../../ui/sign-in-form.tsx'
import { messages } from './messages.ts'
import { takeReturn, type Returned } from './take-return.ts'

/** Ends a sign-in by the provider of an organisation: goes on where somebody wanted to go, or says why not, with a way on. */
export function ProviderReturn() {
  const m = useMessages(messages)
  const { organisationId } = useParams({ from: '/sign-in/return/$organisationId' })
  const [returned, setReturned] = useState<Returned>()
  const { status } = useSession()
  const isIn = status === 'in' || status === 'offline'
  useEffect(() => {
    void takeReturn(organisationId).then(setReturned)
  }, [organisationId])
  const isRefused = returned?.status === 'refused'
  const isDone = isIn && returned && !isRefused
  if (isDone && !returned.isBeside) return <Navigate to={returned.to} replace />
  return (
    <main className="entrance">
      <div className="panel entrance-panel">
        <h1>{isRefused && !isIn ? m.refused : m.title}</h1>
        {!returned && <Skeleton rows={1} />}
        {isDone && <DoneBeside />}
        {!isDone && returned?.status === 'factor' && (
          <SignInForm to={returned.to} begun={returned.challenge} />
        )}
        {isRefused && <NotIn why={returned.why} to={returned.to} isIn={isIn} />}
        <Appearance />
      </div>
    </main>
  )
}

/** The page beside this one goes on; a browser that does not close the window leaves that to whoever is there. */
function DoneBeside() {
  const m = useMessages(messages)
  useEffect(() => {
    noteDoneBeside()
    globalThis.close()
  }, [])
  return <p className="note good">{m.doneBeside}</p>
}

type Refusal = Extract<Returned, { status: 'refused' }>

/** @param isIn somebody is signed in all the same, as when a way back is opened once more */
function NotIn({ why, to, isIn }: Pick<Refusal, 'why' | 'to'> & { isIn: boolean }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const said = why === 'away' ? refusal(new Away()) : typeof why === 'string' ? m[why] : refusal(why)
  return (
    <>
      <p className="note bad" role="alert">
        {said}
      </p>
      {isIn ? (
        <Link to="/" className="button primary">
          {m.goOn}
        </Link>
      ) : (
        <Link to="/sign-in" search={{ to }} className="button primary">
          {m.again}
        </Link>
      )}
    </>
  )
}
