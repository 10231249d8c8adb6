import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { at, behindSignIn } from './root-route.tsx'
import { bayNumber, one, texts } from './search-parameters.ts'

// The screens of what is counted, closed and reported, as routes.tsx has all others.

const books = createRoute({
  ...behindSignIn,
  path: at('/books'),
  component: lazyRouteComponent(() => import('./screens/books/books.tsx'), 'Books'),
  staticData: { help: () => import('./screens/books/help.ts') },
})
const reports = createRoute({
  ...behindSignIn,
  path: at('/reports'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/reports/reports.tsx'), 'Reports'),
  staticData: { help: () => import('./screens/reports/help.ts') },
})
const stocktakes = createRoute({
  ...behindSignIn,
  path: at('/stocktakes'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/stocktakes/stocktakes.tsx'), 'Stocktakes'),
  staticData: { help: () => import('./screens/stocktakes/help.ts') },
})
const newStocktake = createRoute({
  ...behindSignIn,
  path: at('/stocktakes/new'),
  component: lazyRouteComponent(() => import('./screens/stocktakes/new-stocktake.tsx'), 'NewStocktake'),
  staticData: { help: () => import('./screens/stocktakes/new-help.ts') },
})
const stocktake = createRoute({
  ...behindSignIn,
  path: at('/stocktakes/$id'),
  component: lazyRouteComponent(() => import('./screens/stocktakes/stocktake.tsx'), 'StocktakePage'),
  staticData: { help: () => import('./screens/stocktakes/session-help.ts') },
})
const countBays = createRoute({
  ...behindSignIn,
  path: at('/stocktakes/$id/count'),
  validateSearch: (search: Record<string, unknown>): { bay?: number; correct?: string } => ({
    ...bayNumber(search),
    ...one('correct', search['correct']),
  }),
  component: lazyRouteComponent(() => import('./screens/stocktakes/count.tsx'), 'CountBays'),
  staticData: { help: () => import('./screens/stocktakes/count-help.ts') },
})

export const bookRoutes = [books, reports, stocktakes, newStocktake, stocktake, countBays] as const
