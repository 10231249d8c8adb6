import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { Appearance } from '../../frame/choices.tsx'
import { WaitingNote } from '../../frame/waiting-note.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { SignInForm } from '../../ui/sign-in-form.tsx'
import { signInMessages } from '../../ui/sign-in-messages.ts'
import '../../ui/entrance.css'

/** The first thing that somebody sees who is not signed in. */
export function SignIn() {
  const m = useMessages(signInMessages)
  const { status } = useSession()
  const { to } = useSearch({ from: '/sign-in' })
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => ask('GET /api/identity/setup') })
  if (status === 'in' || status === 'offline') return <Navigate to={to ?? '/'} />
  return (
    <main className="entrance">
      <div className="panel entrance-panel">
        <div className="entrance-art">
          <BayPicture fill={0.34} commodityId={1} />
          <BayPicture fill={0.72} commodityId={2} />
          <BayPicture fill={0.52} commodityId={7} />
        </div>
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{m.lead}</p>
        </div>
        {setup.data?.isOpen && (
          <div className="note">
            <span>{m.firstRun}</span>
            <Link to="/welcome">{m.toWelcome}</Link>
          </div>
        )}
        <WaitingNote />
        <SignInForm to={to ?? '/'} />
        <Appearance />
      </div>
    </main>
  )
}
