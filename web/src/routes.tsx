import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { bookRoutes } from './book-routes.tsx'
import { entranceRoutes } from './entrance-routes.tsx'
import { tradeRoutes } from './trade-routes.tsx'
import { at, behindSignIn, getParentRoute, root } from './root-route.tsx'
import { asked, bayNumber, day, one, positionView, storesView, texts } from './search-parameters.ts'

// Each screen is a folder in screens/, loaded when it is first opened, and one route here, in entrance-routes.tsx, trade-routes.tsx or book-routes.tsx, with its help. Its address also stands in paths.ts.

const home = createRoute({
  ...behindSignIn,
  path: at('/'),
  component: lazyRouteComponent(() => import('./screens/today/today.tsx'), 'Today'),
  staticData: { help: () => import('./screens/today/help.ts') },
})
const weighbridge = createRoute({
  ...behindSignIn,
  path: at('/weighbridge'),
  validateSearch: (search: Record<string, unknown>): { ticket?: string } => one('ticket', search['ticket']),
  component: lazyRouteComponent(() => import('./screens/weighbridge/weighbridge.tsx'), 'Weighbridge'),
  staticData: { help: () => import('./screens/weighbridge/help.ts') },
})
const stores = createRoute({
  ...behindSignIn,
  path: at('/stores'),
  validateSearch: storesView,
  component: lazyRouteComponent(() => import('./screens/stores/stores.tsx'), 'Stores'),
  staticData: { help: () => import('./screens/stores/help.ts') },
})
const store = createRoute({
  ...behindSignIn,
  path: at('/stores/$id'),
  validateSearch: bayNumber,
  component: lazyRouteComponent(() => import('./screens/stores/store.tsx'), 'Store'),
  staticData: { help: () => import('./screens/stores/store-help.ts') },
})
const position = createRoute({
  ...behindSignIn,
  path: at('/position'),
  validateSearch: positionView,
  component: lazyRouteComponent(() => import('./screens/position/position.tsx'), 'Position'),
  staticData: { help: () => import('./screens/position/help.ts') },
})

const mine = createRoute({
  ...behindSignIn,
  path: at('/mine'),
  validateSearch: (search: Record<string, unknown>): { from?: string; at?: string; with?: string } => ({
    ...day('from', search['from']),
    ...day('at', search['at']),
    ...one('with', search['with']),
  }),
  component: lazyRouteComponent(() => import('./screens/mine/mine.tsx'), 'Mine'),
  staticData: { help: () => import('./screens/mine/help.ts') },
})
const stock = createRoute({
  ...behindSignIn,
  path: at('/stock'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/search/search.tsx'), 'Search'),
  staticData: { help: () => import('./screens/search/help.ts') },
})
const record = createRoute({
  ...behindSignIn,
  path: at('/stock/$id'),
  validateSearch: (search: Record<string, unknown>): { at?: string } => day('at', search['at']),
  component: lazyRouteComponent(() => import('./screens/stock/stock.tsx'), 'Stock'),
  staticData: { help: () => import('./screens/stock/help.ts') },
})
const movements = createRoute({
  ...behindSignIn,
  path: at('/movements'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/movements/movements.tsx'), 'Movements'),
  staticData: { help: () => import('./screens/movements/help.ts') },
})
const blend = createRoute({
  ...behindSignIn,
  path: at('/blend'),
  validateSearch: (search: Record<string, unknown>): { from?: string; to?: string } => ({
    ...one('from', search['from']),
    ...one('to', search['to']),
  }),
  component: lazyRouteComponent(() => import('./screens/blend/blend.tsx'), 'Blend'),
  staticData: { help: () => import('./screens/blend/help.ts') },
})
const harvest = createRoute({
  ...behindSignIn,
  path: at('/harvest'),
  validateSearch: (search: Record<string, unknown>): { year?: string } => one('year', search['year']),
  component: lazyRouteComponent(() => import('./screens/harvest/harvest.tsx'), 'Harvest'),
  staticData: { help: () => import('./screens/harvest/help.ts') },
})
const plantings = createRoute({
  ...behindSignIn,
  path: at('/harvest/plantings'),
  component: lazyRouteComponent(() => import('./screens/harvest/plantings.tsx'), 'Plantings'),
  staticData: { help: () => import('./screens/harvest/plantings-help.ts') },
})
const harvestPlan = createRoute({
  ...behindSignIn,
  path: at('/harvest/$planId'),
  component: lazyRouteComponent(() => import('./screens/harvest/plan.tsx'), 'Plan'),
  staticData: { help: () => import('./screens/harvest/plan-help.ts') },
})
const fields = createRoute({
  ...behindSignIn,
  path: at('/fields'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/fields/fields.tsx'), 'Fields'),
  staticData: { help: () => import('./screens/fields/help.ts') },
})
const field = createRoute({
  ...behindSignIn,
  path: at('/fields/$id'),
  validateSearch: (search: Record<string, unknown>): { draw?: '1' } =>
    search['draw'] === '1' ? { draw: '1' } : {},
  component: lazyRouteComponent(() => import('./screens/fields/field.tsx'), 'FieldScreen'),
  staticData: { help: () => import('./screens/fields/field-help.ts') },
})
const fileImport = createRoute({
  ...behindSignIn,
  path: at('/import'),
  validateSearch: (
    search: Record<string, unknown>,
  ): { kind?: string; step?: string; run?: string; stocktake?: string } => texts(search),
  component: lazyRouteComponent(() => import('./screens/import/import.tsx'), 'Import'),
  staticData: { help: () => import('./screens/import/help.ts') },
})
const conversations = createRoute({
  ...behindSignIn,
  path: at('/messages'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/messages/conversations.tsx'), 'Conversations'),
  staticData: { help: () => import('./screens/messages/help.ts') },
})
const questions = createRoute({
  ...behindSignIn,
  path: at('/questions'),
  validateSearch: asked,
  component: lazyRouteComponent(() => import('./screens/questions/questions.tsx'), 'Questions'),
  staticData: { help: () => import('./screens/questions/help.ts') },
})
const files = createRoute({
  ...behindSignIn,
  path: at('/files'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/files/files.tsx'), 'Files'),
  staticData: { help: () => import('./screens/files/help.ts') },
})
const settings = createRoute({
  getParentRoute,
  path: at('/settings'),
  beforeLoad: (given) => {
    behindSignIn.beforeLoad(given)
    redirect({ to: '/settings/$part', params: { part: 'me' }, throw: true })
  },
  staticData: { help: () => import('./screens/settings/help.ts') },
})
const settingsPart = createRoute({
  ...behindSignIn,
  path: at('/settings/$part'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'Settings'),
  staticData: { help: () => import('./screens/settings/help.ts') },
})

export const routeTree = root.addChildren([
  home,
  ...entranceRoutes,
  weighbridge,
  stores,
  store,
  position,
  mine,
  stock,
  record,
  movements,
  blend,
  ...tradeRoutes,
  ...bookRoutes,
  conversations,
  questions,
  files,
  harvest,
  plantings,
  harvestPlan,
  fields,
  field,
  fileImport,
  settings,
  settingsPart,
])
