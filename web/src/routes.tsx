import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router'
import { basePath } from './api/address.ts'
import { session } from './api/session.ts'
import { Frame, Gone } from './frame/frame.tsx'
import type { Screen } from './paths.ts'

// Each screen is a folder in screens/, loaded when it is first opened, and one route here. Its address also stands in paths.ts.

const root = createRootRoute({ component: Frame, notFoundComponent: Gone })
const getParentRoute = () => root
/** An address that the service knows of. */
const at = <Path extends Screen>(path: Path) => path

/** Whoever is not signed in is asked to, and comes back to where they wanted to go. */
function signedIn({ location }: { location: ParsedLocation }): void {
  if (session.get().status === 'out') redirect({ to: '/sign-in', search: { to: location.href }, throw: true })
}

/** A search parameter that may be there, as text. */
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const home = createRoute({
  getParentRoute,
  path: at('/'),
  beforeLoad: (given) => {
    signedIn(given)
    redirect({ to: '/weighbridge', throw: true })
  },
})
const signIn = createRoute({
  getParentRoute,
  path: at('/sign-in'),
  validateSearch: (search: Record<string, unknown>): { to?: string } => {
    const to = text(search['to'])
    // Only to somewhere here, whoever made the link.
    return to !== undefined && /^\/(?!\/)/.test(to) ? { to } : {}
  },
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in.tsx'), 'SignIn'),
})
const welcome = createRoute({
  getParentRoute,
  path: at('/welcome'),
  component: lazyRouteComponent(() => import('./screens/welcome/welcome.tsx'), 'Welcome'),
})
const weighbridge = createRoute({
  getParentRoute,
  path: at('/weighbridge'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): { ticket?: string } => {
    const ticket = text(search['ticket'])
    return ticket === undefined ? {} : { ticket }
  },
  component: lazyRouteComponent(() => import('./screens/weighbridge/weighbridge.tsx'), 'Weighbridge'),
})

const routeTree = root.addChildren([home, signIn, welcome, weighbridge])

export const router = createRouter({
  routeTree,
  basepath: basePath(),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
