import { fault, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import type { Actor } from '../../http/actor.ts'
import { commodityNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import type { StoredTrade } from './lock-trade.ts'
import { takesLoads } from './rules.ts'

/** Facts of a load that its contract asks for. */
export interface TradedLoad {
  tradeId: string
  tradeWindow: number | null
  /** Path at which a body names the contract. */
  path: string
  /** Intake, internal or outbound. */
  type: string
  senderId: string | null
  receiverId: string | null
  commodityId: number
  typeId: number
}

/** Finds the faults of the contract that a load names (rules.md §17); `trade` is undefined where it is none of the caller's. */
export function tradedLoadFaults(actor: Actor, load: TradedLoad, trade: StoredTrade | undefined): Fault[] {
  const { tradeId: id, path, commodityId, typeId } = load
  if (!trade) return [fault(path, message('isNoTrade', { id }), 'unknown')]
  const { kind, status, name, terms } = trade
  const partnerId = kind === 'sale' ? load.receiverId : load.senderId
  const isOfKind = load.type === (kind === 'sale' ? 'outbound' : 'intake')
  const isOfStock = terms.commodity_id === commodityId && (terms.type_id === null || terms.type_id === typeId)
  const stock =
    terms.type_id === null ? commodityNameFor(actor, terms.commodity_id) : typeNameFor(actor, terms.type_id)
  const { tradeWindow } = load
  const hasWindow = tradeWindow === null || terms.windows.some(({ number }) => number === tradeWindow)
  return [
    ...(takesLoads(status)
      ? []
      : [fault(path, message('tradeTakesNoLoads', { trade: name, status }), 'not_running')]),
    ...(isOfKind ? [] : [fault(path, message('tradeIsForLoads', { trade: name, kind }), 'direction')]),
    ...(isOfKind && partnerId !== trade.partner_id
      ? [fault(path, message('tradeIsWith', { trade: name, partner: trade.partnerName }), 'mismatch')]
      : []),
    ...(isOfStock
      ? []
      : [
          fault(
            path,
            message('tradeIsOfStock', { trade: name, stock: stock ?? String(terms.commodity_id) }),
            'other_commodity',
          ),
        ]),
    ...(hasWindow
      ? []
      : [
          fault(path.replace(/tradeId$/, 'tradeWindow'), message('isNoWindowOf', { trade: name }), 'unknown'),
        ]),
  ]
}
