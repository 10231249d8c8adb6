import { Link, Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { addressOf } from '../api/address.ts'
import { useSession, whoIsHere } from '../api/session.ts'
import { askedAgain } from '../api/step-up.ts'
import { useMessages } from '../i18n/messages.ts'
import { useDensity } from '../ui/density.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { lazily } from '../ui/lazily.tsx'
import { ActionsTally } from './actions-tally.tsx'
import { Choices } from './choices.tsx'
import { ConnectionState } from './connection-state.tsx'
import { FindButton } from './find-button.tsx'
import { HelpButton, HelpKey } from './help-button.tsx'
import { messages } from './messages.ts'
import { sharesPlace, usePlacesToGo } from './navigation.ts'
import { Notes } from './notes.tsx'
import { UnreadTally } from './unread.tsx'
import { useWholeTexts } from './whole-texts.ts'

const StepUp = lazily(async () => (await import('./step-up.tsx')).StepUp)
const Siblings = lazily(async () => (await import('./siblings.tsx')).Siblings)
const Locked = lazily(async () => (await import('./locked.tsx')).LockedScreen)

const MINE = '/settings/me'

/** Screens for whoever is not signed in stand alone. */
const ALONE = /^\/(sign-in|welcome|invitation|factor-reset|new-password)(\/|$)/

/** Shows the frame of every screen: the rail, on a phone the bar below, and what concerns all of them. */
export function Frame() {
  const m = useMessages(messages)
  const { status } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useWholeTexts()
  useFactorFirst(pathname)
  const isOut = status === 'out' || status === 'unknown' || status === 'replaced'
  useEffect(() => {
    if (status === 'out' && !ALONE.test(pathname)) void navigate({ to: '/sign-in' })
  }, [status, pathname, navigate])
  const isShown = useMatches({ select: (matches) => matches.at(-1)?.pathname === pathname })
  // Until its code has come, the screen before it would be drawn, for nobody.
  if (ALONE.test(pathname) && isOut && !isShown) return null
  if (ALONE.test(pathname))
    return (
      <div className="alone">
        <div className="alone-help">
          <HelpButton />
        </div>
        <Outlet />
        <HelpKey />
      </div>
    )
  // On the way to the sign-in, or to the page of somebody else: screens are for somebody.
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
        <div className="rail">
          <Rail />
        </div>
        <div className="foot">
          <Link to="/settings">
            <Icon name="gear" />
            {m.settings}
          </Link>
          <HelpButton />
          <ConnectionState />
          <Choices />
        </div>
      </nav>
      <main className="main" id="content" tabIndex={-1}>
        <Rows />
        <Notes />
        <div className="head-find">
          <FindButton isIcon />
        </div>
        {sharesPlace(pathname) && <Siblings />}
        <Outlet />
      </main>
      <Tabs />
      <HelpKey />
      {status === 'expired' && <Locked />}
      <ShownAgain />
    </div>
  )
}

/** Leads whoever has yet to set up the second factor that is required to where that is done: nothing else is open to them. */
function useFactorFirst(pathname: string): void {
  const navigate = useNavigate()
  const isMissing = whoIsHere(useSession())?.secondFactor?.isMissing === true && pathname !== MINE
  useEffect(() => {
    if (isMissing) void navigate({ to: '/settings/$part', params: { part: 'me' } })
  }, [isMissing, navigate])
}

/** Asks who somebody is where the service wants to know it again. */
function ShownAgain() {
  const asked = useSyncExternalStore(askedAgain.subscribe, askedAgain.get)
  return asked ? <StepUp {...asked} /> : null
}

/** The screens, in the rail of a computer; the settings stand at its foot, which is always in sight. */
function Rail() {
  const m = useMessages(messages)
  const places = usePlacesToGo()
  const { pathname } = useLocation()
  const isAt = (to: string) => `${pathname}/`.startsWith(`${to}/`)
  return places
    .filter(({ to, within }) => within === undefined && to !== '/settings')
    .map(({ to, icon, name }) => (
      <Link
        key={to}
        to={to}
        aria-current={places.some((each) => each.within === to && isAt(each.to)) || undefined}
      >
        <Icon name={icon} />
        {m[name]}
        {to === '/movements' && <ActionsTally />}
        {to === '/messages' && <UnreadTally />}
      </Link>
    ))
}

/** Sets the distance between rows, for the style sheets of all screens. */
function Rows() {
  const density = useDensity()
  useLayoutEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  return null
}

/** The bar at the bottom of a phone: the three screens used most, and the rest behind “More”. */
function Tabs() {
  const m = useMessages(messages)
  const [isOpen, open] = useState(false)
  const places = usePlacesToGo()
  const others = places.filter(({ isTab, within }) => !isTab && within === undefined)
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
        <UnreadTally />
      </button>
      {isOpen && (
        <Dialog title={m.more} onClose={() => open(false)} isSheet>
          <div className="more">
            {others.map(({ to, icon, name }) => (
              <Link key={to} to={to} onClick={() => open(false)}>
                <Icon name={icon} />
                {m[name]}
                {to === '/messages' && <UnreadTally />}
              </Link>
            ))}
            <HelpButton />
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
