import { Link, useLocation } from '@tanstack/react-router'
import { useMessages } from '../i18n/messages.ts'
import { messages } from './messages.ts'
import { usePlacesToGo } from './navigation.ts'
import { siblingsMessages } from './siblings-messages.ts'

/** Leads from a screen to those that share its place in the rail. */
export function Siblings() {
  const m = useMessages(messages)
  const { beside } = useMessages(siblingsMessages)
  const { pathname } = useLocation()
  const places = usePlacesToGo()
  const head = places.find(({ to }) => to === pathname)?.within ?? pathname
  return (
    <nav className="siblings" aria-label={beside}>
      {places
        .filter(({ to, within }) => to === head || within === head)
        .map(({ to, name }) => (
          <Link key={to} to={to} activeOptions={{ exact: true }}>
            {m[name]}
          </Link>
        ))}
    </nav>
  )
}
