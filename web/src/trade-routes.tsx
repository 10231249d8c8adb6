import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { at, behindSignIn } from './root-route.tsx'
import { texts } from './search-parameters.ts'

// The screens of what is agreed, sold and settled with others, as routes.tsx has all others.

const contracts = createRoute({
  ...behindSignIn,
  path: at('/contracts'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/contracts/contracts.tsx'), 'Contracts'),
  staticData: { help: () => import('./screens/contracts/help.ts') },
})
const newContract = createRoute({
  ...behindSignIn,
  path: at('/contracts/new'),
  component: lazyRouteComponent(() => import('./screens/contracts/new-contract.tsx'), 'NewContract'),
  staticData: { help: () => import('./screens/contracts/form-help.ts') },
})
const contract = createRoute({
  ...behindSignIn,
  path: at('/contracts/$id'),
  validateSearch: (search: Record<string, unknown>): { edit?: '1' } =>
    search['edit'] === '1' ? { edit: '1' } : {},
  component: lazyRouteComponent(() => import('./screens/contracts/contract.tsx'), 'Contract'),
  staticData: { help: () => import('./screens/contracts/contract-help.ts') },
})
const confirmations = createRoute({
  ...behindSignIn,
  path: at('/confirmations'),
  component: lazyRouteComponent(() => import('./screens/confirmations/confirmations.tsx'), 'Confirmations'),
  staticData: { help: () => import('./screens/confirmations/help.ts') },
})
const settlements = createRoute({
  ...behindSignIn,
  path: at('/settlements'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/settlements/settlements.tsx'), 'Settlements'),
  staticData: { help: () => import('./screens/settlements/help.ts') },
})
const newSettlement = createRoute({
  ...behindSignIn,
  path: at('/settlements/new'),
  component: lazyRouteComponent(() => import('./screens/settlements/new-settlement.tsx'), 'NewSettlement'),
  staticData: { help: () => import('./screens/settlements/new-help.ts') },
})
const settlement = createRoute({
  ...behindSignIn,
  path: at('/settlements/$id'),
  component: lazyRouteComponent(() => import('./screens/settlements/settlement.tsx'), 'SettlementPage'),
  staticData: { help: () => import('./screens/settlements/settlement-help.ts') },
})
const forSale = createRoute({
  ...behindSignIn,
  path: at('/for-sale'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/for-sale/for-sale.tsx'), 'ForSale'),
  staticData: { help: () => import('./screens/for-sale/help.ts') },
})
const newOffers = createRoute({
  ...behindSignIn,
  path: at('/for-sale/new'),
  component: lazyRouteComponent(() => import('./screens/for-sale/new-offers.tsx'), 'NewOffersScreen'),
  staticData: { help: () => import('./screens/for-sale/new-help.ts') },
})
const holders = createRoute({
  ...behindSignIn,
  path: at('/for-sale/holders'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/for-sale/holders.tsx'), 'Holders'),
  staticData: { help: () => import('./screens/for-sale/holders-help.ts') },
})

export const tradeRoutes = [
  contracts,
  newContract,
  contract,
  confirmations,
  settlements,
  newSettlement,
  settlement,
  forSale,
  newOffers,
  holders,
] as const
