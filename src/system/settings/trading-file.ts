import Type, { type Static } from 'typebox'
import { closed } from '../../http/validate/schema.ts'

const Id = Type.Integer({ minimum: 1 })
const Name = Type.String({ minLength: 1 })
const Minutes = Type.Integer({ minimum: 1, maximum: 7 * 24 * 60 })

/** How long a listing takes bids, how long its seller then has to look at them, and how long a bid stands. */
const SeamlessTrading = closed({
  openPeriodMinutes: Minutes,
  reviewPeriodMinutes: Minutes,
  bidExpiryMinutes: Minutes,
})
export type SeamlessTrading = Static<typeof SeamlessTrading>

/** One price that the trade of a country quotes off the farm: a commodity in some of its grades. */
const ExFarmPrice = closed({
  id: Id,
  name: Name,
  commodityId: Id,
  grades: Type.Array(Id, { minItems: 1, uniqueItems: true }),
  default: Type.Optional(Type.Boolean({ description: 'Shown first; one in a country.' })),
})

/** data/trading.json. */
export const TradingFile = closed({
  seamlessTrading: SeamlessTrading,
  countries: Type.Array(
    closed({
      countryISO: Type.String({ pattern: '^[A-Z]{2}$' }),
      seamlessTrading: Type.Optional(SeamlessTrading),
      exFarmPrices: Type.Array(ExFarmPrice, { minItems: 1 }),
      notForSellers: Type.Array(Id, {
        uniqueItems: true,
        description:
          'Commodities that are only grown under contract to whoever takes them, and so not listed.',
      }),
    }),
  ),
})
export type TradingFile = Static<typeof TradingFile>
