import { createRootRoute, redirect, type ParsedLocation } from '@tanstack/react-router'
import { session } from './api/session.ts'
import { Frame, Gone } from './frame/frame.tsx'
import type { Screen } from './paths.ts'

// What all routes have in common.

export const root = createRootRoute({
  component: Frame,
  notFoundComponent: Gone,
  // Where there is nothing, the first page is what is left.
  staticData: { help: () => import('./screens/today/help.ts') },
})
/** The parent of every screen. */
export const getParentRoute = () => root
/** An address that the service knows of. */
export const at = <Path extends Screen>(path: Path) => path

/** Whoever is not signed in is asked to, and comes back to where they wanted to go. */
function signedIn({ location }: { location: ParsedLocation }): void {
  if (session.get().status === 'out') redirect({ to: '/sign-in', search: { to: location.href }, throw: true })
}

/** Route options of every screen that is not for everybody. */
export const behindSignIn = { getParentRoute, beforeLoad: signedIn }
