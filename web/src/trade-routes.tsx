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
const trades = createRoute({
  ...behindSignIn,
  path: at('/trades'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/trades/trades.tsx'), 'Trades'),
  staticData: { help: () => import('./screens/trades/help.ts') },
})
const newTrade = createRoute({
  ...behindSignIn,
  path: at('/trades/new'),
  component: lazyRouteComponent(() => import('./screens/trades/new-trade.tsx'), 'NewTrade'),
  staticData: { help: () => import('./screens/trades/form-help.ts') },
})
const tradingPosition = createRoute({
  ...behindSignIn,
  path: at('/trades/position'),
  validateSearch: texts,
  component: lazyRouteComponent(
    () => import('./screens/trading-position/trading-position.tsx'),
    'TradingPosition',
  ),
  staticData: { help: () => import('./screens/trading-position/help.ts') },
})
const trade = createRoute({
  ...behindSignIn,
  path: at('/trades/$id'),
  component: lazyRouteComponent(() => import('./screens/trades/trade.tsx'), 'TradePage'),
  staticData: { help: () => import('./screens/trades/page-help.ts') },
})
const editTrade = createRoute({
  ...behindSignIn,
  path: at('/trades/$id/edit'),
  component: lazyRouteComponent(() => import('./screens/trades/edit-trade.tsx'), 'EditTrade'),
  staticData: { help: () => import('./screens/trades/form-help.ts') },
})
const orders = createRoute({
  ...behindSignIn,
  path: at('/orders'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/orders/orders.tsx'), 'Orders'),
  staticData: { help: () => import('./screens/orders/help.ts') },
})
const newOrder = createRoute({
  ...behindSignIn,
  path: at('/orders/new'),
  validateSearch: (search: Record<string, unknown>): { trade?: string } =>
    typeof search['trade'] === 'string' ? { trade: search['trade'] } : {},
  component: lazyRouteComponent(() => import('./screens/orders/new-order.tsx'), 'NewOrder'),
  staticData: { help: () => import('./screens/orders/form-help.ts') },
})
const order = createRoute({
  ...behindSignIn,
  path: at('/orders/$id'),
  component: lazyRouteComponent(() => import('./screens/orders/order.tsx'), 'OrderPage'),
  staticData: { help: () => import('./screens/orders/page-help.ts') },
})
const editOrder = createRoute({
  ...behindSignIn,
  path: at('/orders/$id/edit'),
  component: lazyRouteComponent(() => import('./screens/orders/edit-order.tsx'), 'EditOrder'),
  staticData: { help: () => import('./screens/orders/form-help.ts') },
})
const charges = createRoute({
  ...behindSignIn,
  path: at('/charges'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/charges/charges.tsx'), 'Charges'),
  staticData: { help: () => import('./screens/charges/help.ts') },
})
const newCharges = createRoute({
  ...behindSignIn,
  path: at('/charges/new'),
  component: lazyRouteComponent(() => import('./screens/charges/new-charges.tsx'), 'NewCharges'),
  staticData: { help: () => import('./screens/charges/help.ts') },
})
const tariffs = createRoute({
  ...behindSignIn,
  path: at('/charges/tariffs'),
  validateSearch: texts,
  component: lazyRouteComponent(() => import('./screens/charges/tariffs.tsx'), 'Tariffs'),
  staticData: { help: () => import('./screens/charges/tariff-help.ts') },
})
const newTariff = createRoute({
  ...behindSignIn,
  path: at('/charges/tariffs/new'),
  validateSearch: (search: Record<string, unknown>): { contract?: string } =>
    typeof search['contract'] === 'string' ? { contract: search['contract'] } : {},
  component: lazyRouteComponent(() => import('./screens/charges/new-tariff.tsx'), 'NewTariff'),
  staticData: { help: () => import('./screens/charges/tariff-help.ts') },
})
const tariff = createRoute({
  ...behindSignIn,
  path: at('/charges/tariffs/$id'),
  component: lazyRouteComponent(() => import('./screens/charges/tariff.tsx'), 'TariffPage'),
  staticData: { help: () => import('./screens/charges/tariff-help.ts') },
})
const statementOfCharges = createRoute({
  ...behindSignIn,
  path: at('/charges/$id'),
  component: lazyRouteComponent(() => import('./screens/charges/statement.tsx'), 'ChargesPage'),
  staticData: { help: () => import('./screens/charges/page-help.ts') },
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
  trades,
  newTrade,
  tradingPosition,
  trade,
  editTrade,
  orders,
  newOrder,
  order,
  editOrder,
  charges,
  newCharges,
  tariffs,
  newTariff,
  tariff,
  statementOfCharges,
  confirmations,
  settlements,
  newSettlement,
  settlement,
  forSale,
  newOffers,
  holders,
] as const
