import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { at, getParentRoute } from './root-route.tsx'
import { wayBack } from './search-parameters.ts'
import type { Help } from './ui/help.ts'

// The screens of whoever is not signed in yet, as routes.tsx has all others.

const signIn = createRoute({
  getParentRoute,
  path: at('/sign-in'),
  validateSearch: wayBack,
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in.tsx'), 'SignIn'),
  staticData: { help: () => import('./screens/sign-in/help.ts') },
})

const load = () => import('./entrance-screens.ts')
type Screens = Awaited<ReturnType<typeof load>>

/** Options of a screen of `entrance-screens.ts`. */
const seldom = (screen: Exclude<keyof Screens, `${string}Help`>, helpOf: (screens: Screens) => Help) => ({
  getParentRoute,
  component: lazyRouteComponent(load, screen),
  staticData: { help: () => load().then((screens) => ({ help: helpOf(screens) })) },
})

export const entranceRoutes = [
  signIn,
  createRoute({ path: at('/welcome'), ...seldom('Welcome', (all) => all.welcomeHelp) }),
  createRoute({ path: at('/invitation'), ...seldom('Invitation', (all) => all.invitationHelp) }),
  createRoute({ path: at('/factor-reset'), ...seldom('FactorReset', (all) => all.factorResetHelp) }),
  createRoute({ path: at('/new-password'), ...seldom('NewPassword', (all) => all.newPasswordHelp) }),
  createRoute({
    path: at('/sign-in/return/$organisationId'),
    ...seldom('ProviderReturn', (all) => all.providerReturnHelp),
  }),
  createRoute({ path: at('/sign-in/domain'), ...seldom('DomainProof', (all) => all.domainProofHelp) }),
] as const
