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
import { isDay } from './i18n/days.ts'
import type { Screen } from './paths.ts'
import { isGrouping, type Grouping } from './stock/compared.ts'

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
/** A search parameter that may be there, as a day. */
const day = <Name extends string>(name: Name, value: unknown) =>
  typeof value === 'string' && isDay(value) ? { [name]: value } : {}

interface PositionSearch {
  at?: string
  with?: string
  group?: Grouping
}

/** What the address holds of a screen with many filters: texts by their names. */
const texts = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => text(entry[1]) !== undefined),
  )

const home = createRoute({
  getParentRoute,
  path: at('/'),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./screens/today/today.tsx'), 'Today'),
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
const stores = createRoute({
  getParentRoute,
  path: at('/stores'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): { at?: string; view?: 'table' } => ({
    ...day('at', search['at']),
    ...(search['view'] === 'table' && { view: 'table' }),
  }),
  component: lazyRouteComponent(() => import('./screens/stores/stores.tsx'), 'Stores'),
})
const store = createRoute({
  getParentRoute,
  path: at('/stores/$id'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): { bay?: number } => {
    const bay = Number(search['bay'])
    return Number.isInteger(bay) && bay > 0 ? { bay } : {}
  },
  component: lazyRouteComponent(() => import('./screens/stores/store.tsx'), 'Store'),
})
const position = createRoute({
  getParentRoute,
  path: at('/position'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): PositionSearch => ({
    ...day('at', search['at']),
    ...day('with', search['with']),
    ...(isGrouping(search['group']) && { group: search['group'] }),
  }),
  component: lazyRouteComponent(() => import('./screens/position/position.tsx'), 'Position'),
})

const stock = createRoute({
  getParentRoute,
  path: at('/stock'),
  beforeLoad: signedIn,
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/search/search.tsx'), 'Search'),
})
const record = createRoute({
  getParentRoute,
  path: at('/stock/$id'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): { at?: string } => {
    const day = text(search['at'])
    return day !== undefined && isDay(day) ? { at: day } : {}
  },
  component: lazyRouteComponent(() => import('./screens/stock/stock.tsx'), 'Stock'),
})
const movements = createRoute({
  getParentRoute,
  path: at('/movements'),
  beforeLoad: signedIn,
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/movements/movements.tsx'), 'Movements'),
})
const contracts = createRoute({
  getParentRoute,
  path: at('/contracts'),
  beforeLoad: signedIn,
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/contracts/contracts.tsx'), 'Contracts'),
})
const newContract = createRoute({
  getParentRoute,
  path: at('/contracts/new'),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./screens/contracts/new-contract.tsx'), 'NewContract'),
})
const contract = createRoute({
  getParentRoute,
  path: at('/contracts/$id'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): { edit?: '1' } =>
    search['edit'] === '1' ? { edit: '1' } : {},
  component: lazyRouteComponent(() => import('./screens/contracts/contract.tsx'), 'Contract'),
})
const harvest = createRoute({
  getParentRoute,
  path: at('/harvest'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): { year?: string } => {
    const year = text(search['year'])
    return year === undefined ? {} : { year }
  },
  component: lazyRouteComponent(() => import('./screens/harvest/harvest.tsx'), 'Harvest'),
})
const plantings = createRoute({
  getParentRoute,
  path: at('/harvest/plantings'),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./screens/harvest/plantings.tsx'), 'Plantings'),
})
const harvestPlan = createRoute({
  getParentRoute,
  path: at('/harvest/$planId'),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./screens/harvest/plan.tsx'), 'Plan'),
})
const fileImport = createRoute({
  getParentRoute,
  path: at('/import'),
  beforeLoad: signedIn,
  validateSearch: (search: Record<string, unknown>): { kind?: string; step?: string; run?: string } =>
    texts(search),
  component: lazyRouteComponent(() => import('./screens/import/import.tsx'), 'Import'),
})
const settings = createRoute({
  getParentRoute,
  path: at('/settings'),
  beforeLoad: (given) => {
    signedIn(given)
    redirect({ to: '/settings/$part', params: { part: 'me' }, throw: true })
  },
})
const settingsPart = createRoute({
  getParentRoute,
  path: at('/settings/$part'),
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'Settings'),
})

const routeTree = root.addChildren([
  home,
  signIn,
  welcome,
  weighbridge,
  stores,
  store,
  position,
  stock,
  record,
  movements,
  contracts,
  newContract,
  contract,
  harvest,
  plantings,
  harvestPlan,
  fileImport,
  settings,
  settingsPart,
])

export const router = createRouter({
  routeTree,
  basepath: basePath(),
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Plain text both ways: an address is read and written by people, too.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const written = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      ),
    )
    return written.size > 0 ? `?${written}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
