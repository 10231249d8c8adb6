import { useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { typedStock } from '../i18n/numbers.ts'
import { useDaysWords } from '../stock/days-words.ts'
import { tradeOf, useOffers } from '../stock/open-trades.ts'
import { isOn, roomier, type Offer, type TradedLoad } from '../stock/trade-offers.ts'
import { Choice } from '../ui/parts.tsx'
import { StockField } from '../ui/weight-field.tsx'
import { restOf, type TypedShare } from './shared-lorry.ts'
import type { OverOffer } from './trade-choice.tsx'
import { tradeSharesMessages } from './trade-shares-messages.ts'

interface Props {
  load: TradedLoad
  shares: TypedShare[]
  onChange: (shares: TypedShare[]) => void
}

const MOST_PARTS = 6

/** The parts of a lorry that goes on several contracts: each with its weight, and the last one with the rest. */
export function TradeShares({ load, shares, onChange }: Props) {
  const { commodityId, weight = 0 } = load
  const m = useMessages(tradeSharesMessages, commodityId)
  const formats = useFormats(commodityId)
  const language = useLanguage()
  const offers = useOffers(load)
  const nameOf = useOfferName(commodityId)
  const rest = restOf(shares, weight, { language, commodityId })
  const put = (index: number, part: Partial<TypedShare>) =>
    onChange(shares.map((each, place) => (place === index ? { ...each, ...part } : each)))
  return (
    <fieldset className="trade-offers">
      <legend className="label">{m.legend}</legend>
      {shares.map(({ trade, weight: typed }, index) => (
        <div key={index} className="two">
          <Choice
            label={say(m.part, { n: index + 1 })}
            value={String(offers.findIndex((offer) => trade !== null && isOn(offer, trade)))}
            onChange={(place) => {
              const offer = offers[Number(place)]
              put(index, { trade: offer ? tradeOf(offer) : null })
            }}
          >
            <option value="-1">{m.none}</option>
            {offers.map((offer, place) => (
              <option key={place} value={place}>
                {nameOf(offer)}
              </option>
            ))}
          </Choice>
          {index < shares.length - 1 ? (
            <StockField
              label={say(m.weightOf, { n: index + 1 })}
              value={typed}
              onChange={(written) => put(index, { weight: written })}
              commodityId={commodityId}
            />
          ) : (
            <p className="quiet" role="status">
              {rest !== undefined && (rest > 0 ? say(m.rest, { t: formats.exactStock(rest) }) : m.noRest)}
            </p>
          )}
        </div>
      ))}
      <div className="bar">
        {shares.length < MOST_PARTS && (
          <button
            type="button"
            className="button bare"
            onClick={() => onChange([...shares, { trade: null, weight: '' }])}
          >
            {m.more}
          </button>
        )}
        <button type="button" className="button bare" onClick={() => onChange([])}>
          {m.one}
        </button>
      </div>
    </fieldset>
  )
}

/** Names an offer with its days and what is left of it: of two contracts with one partner, neither may have a number. */
function useOfferName(commodityId: number) {
  const m = useMessages(tradeSharesMessages, commodityId)
  const formats = useFormats(commodityId)
  const daysOf = useDaysWords()
  return (offer: Offer) => {
    const left = offer.left === null ? '' : say(m.left, { t: formats.stock(offer.left) })
    return [tradeOf(offer).name, daysOf(offer), left].filter(Boolean).join(', ')
  }
}

interface RestProps extends OverOffer {
  commodityId: number
  onShare: (shares: TypedShare[]) => void
}

/** Offers of an overfilled load: what is left goes on the contract that was chosen, and the rest on one that takes it. */
export function RestOnOthers({ offer, over, offers, commodityId, onShare }: RestProps) {
  const m = useMessages(tradeSharesMessages, commodityId)
  const formats = useFormats(commodityId)
  const language = useLanguage()
  const nameOf = useOfferName(commodityId)
  const left = offer.left ?? 0
  if (left <= 0) return null
  return roomier(offers, over)
    .filter((each) => each !== offer && each.orderId === undefined)
    .map((each, index) => (
      <button
        key={index}
        type="button"
        className="button"
        onClick={() =>
          onShare([
            { trade: tradeOf(offer), weight: typedStock(left, language, commodityId) },
            { trade: tradeOf(each), weight: '' },
          ])
        }
      >
        {say(m.restOn, {
          t: formats.exactStock(left),
          name: tradeOf(offer).name,
          other: nameOf(each),
        })}
      </button>
    ))
}

/** Offers to put a load on several contracts, where there are any. */
export function OfferShares({ load, onChange }: Omit<Props, 'shares'>) {
  const m = useMessages(tradeSharesMessages, load.commodityId)
  const offers = useOffers(load)
  const [first, second = null] = offers.map(tradeOf)
  if (!first) return null
  const begin = () =>
    onChange([
      { trade: first, weight: '' },
      { trade: second, weight: '' },
    ])
  return (
    <button type="button" className="button bare start" onClick={begin}>
      {m.several}
    </button>
  )
}
