import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { addressOf } from '../api/address.ts'
import { useSession } from '../api/session.ts'
import { useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { ActionsTally } from './actions-tally.tsx'
import { Choices } from './choices.tsx'
import { ConnectionState } from './connection-state.tsx'
import { FindButton } from './find-button.tsx'
import { messages } from './messages.ts'
import { places } from './navigation.ts'
import { Notes } from './notes.tsx'

const Locked = lazy(async () => ({ default: (await import('./locked.tsx')).Locked }))

/** Screens for whoever is not signed in stand alone. */
const ALONE = new Set(['/sign-in', '/welcome'])

/** What stands around every screen: the rail, on a phone the bar below, and what concerns all of them. */
export function Frame() {
  const m = useMessages(messages)
  const { status } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isOut = status === 'out' || status === 'unknown'
  useEffect(() => {
    if (status === 'out' && !ALONE.has(pathname)) void navigate({ to: '/sign-in' })
  }, [status, pathname, navigate])
  if (ALONE.has(pathname)) return <Outlet />
  // On the way to the sign-in: screens are for somebody.
  if (isOut) return null
  return (
    <div className="frame">
      <a
        className="skip button"
        href={`${pathname}#content`}
        onClick={() => document.getElementById('content')?.focus()}
      >
        {m.skip}
      </a>
      <nav className="side" aria-label={m.navigation}>
        <div className="brand">
          <img src={addressOf('icon.svg')} alt="" />
          {m.app}
        </div>
        <FindButton hasKey />
        {places.map(({ to, icon, name }) => (
          <Link key={to} to={to}>
            <Icon name={icon} />
            {m[name]}
            {to === '/movements' && <ActionsTally />}
          </Link>
        ))}
        <div className="foot">
          <ConnectionState />
          <Choices />
        </div>
      </nav>
      <main className="main" id="content" tabIndex={-1}>
        <Notes />
        <div className="head-find">
          <FindButton isIcon />
        </div>
        <Outlet />
      </main>
      <Tabs />
      {status === 'expired' && (
        <Suspense>
          <Locked />
        </Suspense>
      )}
    </div>
  )
}

/** The bar at the bottom of a phone: the three screens used most, and the rest behind “More”. */
function Tabs() {
  const m = useMessages(messages)
  const [isOpen, open] = useState(false)
  const others = places.filter(({ isTab }) => !isTab)
  return (
    <nav className="tabs" aria-label={m.navigation}>
      {places
        .filter(({ isTab }) => isTab)
        .map(({ to, icon, name }) => (
          <Link key={to} to={to}>
            <Icon name={icon} />
            {m[name]}
          </Link>
        ))}
      <button type="button" aria-expanded={isOpen} onClick={() => open(true)}>
        <Icon name="dots" />
        {m.more}
      </button>
      {isOpen && (
        <Dialog title={m.more} onClose={() => open(false)} isSheet>
          <div className="more">
            {others.map(({ to, icon, name }) => (
              <Link key={to} to={to} onClick={() => open(false)}>
                <Icon name={icon} />
                {m[name]}
              </Link>
            ))}
            <Choices />
          </div>
        </Dialog>
      )}
    </nav>
  )
}

/** An address at which there is nothing. */
export function Gone() {
  const m = useMessages(messages)
  return (
    <div className="panel nothing">
      <h1>{m.gone}</h1>
      <p className="quiet">{m.goneHint}</p>
      <Link to="/" className="button">
        {m.goHome}
      </Link>
    </div>
  )
}
