import { useId, useState, type ReactNode } from 'react'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import type { TicketTrade } from '../offline/tickets.ts'
import { useDaysWords } from '../stock/days-words.ts'
import { tradeOf, useOffers } from '../stock/open-trades.ts'
import {
  isOn,
  isTradeOf,
  missedDays,
  overBy,
  roomier,
  type Offer,
  type TradedLoad,
} from '../stock/trade-offers.ts'
import './trade.css'
import { tradeMessages } from './trade-messages.ts'

interface Props {
  load: TradedLoad
  value: TicketTrade | undefined
  onChange: (trade: TicketTrade | undefined) => void
  /** More to offer where a load is more than is left. */
  moreWhereOver?: (over: OverOffer) => ReactNode
}

/** A load that is more than is left of the offer that it is on. */
export interface OverOffer {
  offer: Offer
  /** Kilograms. */
  over: number
  offers: Offer[]
}

/** The open orders and contracts of a load's buyer or seller, orders first, one of which is chosen by a tap; where it is more than is left, it is asked what it goes on. */
export function TradeChoice({ load, value, onChange, moreWhereOver }: Props) {
  const m = useMessages(tradeMessages, load.commodityId)
  const formats = useFormats(load.commodityId)
  const daysOf = useDaysWords()
  const name = useId()
  const offers = useOffers(load)
  const hasOrders = offers.some(({ orderId }) => orderId !== undefined)
  const chosen = value && isTradeOf(value, load) ? value : undefined
  // Full, ended or beyond what is known here: a load that is on it stays so until somebody says otherwise.
  const isKnown = chosen !== undefined && offers.some((offer) => isOn(offer, chosen))
  if (offers.length === 0 && !chosen) return null
  const option = (key: string, trade: TicketTrade | undefined, isChosen: boolean, hint = '', end = '') => (
    <label key={key} className="trade-offer">
      <input type="radio" name={name} checked={isChosen} onChange={() => onChange(trade)} />
      <span>
        <b>
          {trade
            ? trade.orderId === undefined
              ? trade.name
              : say(m.order, { name: trade.name })
            : hasOrders
              ? m.neither
              : m.none}
        </b>{' '}
        {hint !== '' && <span className="quiet small">{hint}</span>}
      </span>
      {end !== '' && <span className="num">{end}</span>}
    </label>
  )
  return (
    <fieldset className="trade-offers">
      <legend className="label">{hasOrders ? m.orderOrTrade : m.trade}</legend>
      {offers.map((offer) =>
        option(keyOf(offer), tradeOf(offer), isOn(offer, chosen), hintOf(offer), leftWords(offer)),
      )}
      {chosen && !isKnown && option('stored', chosen, true, m.stays)}
      {option('none', undefined, chosen === undefined)}
      <OtherDay offer={offers.find((offer) => isOn(offer, chosen))} day={load.day} />
      <Over {...{ load, offers, onChange, moreWhereOver }} chosen={chosen} />
    </fieldset>
  )

  function hintOf(offer: Offer): string {
    return [daysOf(offer), offer.haulier ?? ''].filter(Boolean).join(' · ')
  }

  function leftWords({ left, leftLoads = null }: Offer): string {
    return [
      left === null ? '' : say(m.left, { t: formats.stock(left) }),
      leftLoads === null ? '' : say(leftLoads === 1 ? m.leftLoad : m.leftLoads, { n: leftLoads }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

const keyOf = ({ tradeId, tradeWindow, orderId }: Offer) => `${orderId ?? ''} ${tradeId} ${tradeWindow}`

/** Warns of a load whose day is not among those of its order or contract. It goes on it all the same: whether that is late is for those who agreed it. */
function OtherDay({ offer, day }: { offer: Offer | undefined; day: string }) {
  const m = useMessages(tradeMessages)
  const formats = useFormats()
  const own = day === '' ? formats.today() : day
  const missed = offer && missedDays(offer, own)
  if (!missed) return null
  const { is, fromISO, toISO } = missed
  return (
    <p className="note" role="status">
      {say(is === 'early' ? m.early : m.late, {
        day: formats.dayMonth(own),
        name: tradeOf(offer).name,
        limit: formats.dayMonth((is === 'early' ? fromISO : toISO) ?? own),
      })}
    </p>
  )
}

interface OverProps {
  load: TradedLoad
  offers: Offer[]
  chosen: TicketTrade | undefined
  onChange: Props['onChange']
  moreWhereOver: Props['moreWhereOver']
}

/** Asks what a load goes on that is more than is left of its contract. It holds nothing up: a load that nobody answers for stays where it is. */
function Over({ load, offers, chosen, onChange, moreWhereOver }: OverProps) {
  const { commodityId, weight } = load
  const m = useMessages(tradeMessages, commodityId)
  const formats = useFormats(commodityId)
  const daysOf = useDaysWords()
  const [left, leave] = useState('')
  const offer = offers.find((each) => isOn(each, chosen))
  const over = offer ? overBy(offer, weight) : 0
  const asked = `${chosen?.orderId} ${chosen?.id} ${chosen?.window} ${weight}`
  if (!offer || !chosen || over === 0 || left === asked) return null
  // What the service says of the tolerance is of the weight that it was asked for.
  const tolerance = offer.overBy === 0 ? '' : offer.isWithinTolerance ? m.within : m.beyond
  return (
    <div className="note trade-over" role="alert">
      <p>
        {say(m.over, { t: formats.exactStock(over), name: chosen.name })} {tolerance} {m.where}
      </p>
      <div className="bar">
        {moreWhereOver?.({ offer, over, offers })}
        {roomier(offers, weight).map((each) => (
          <button key={keyOf(each)} type="button" className="button" onClick={() => onChange(tradeOf(each))}>
            {say(each.left === null ? m.onToLoads : daysOf(each) === '' ? m.onToWhole : m.onTo, {
              name: tradeOf(each).name,
              t: formats.stock(each.left ?? 0),
              window: daysOf(each),
            })}
          </button>
        ))}
        <button type="button" className="button" onClick={() => leave(asked)}>
          {say(m.leaveIt, { name: chosen.name })}
        </button>
        <button type="button" className="button" onClick={() => onChange(undefined)}>
          {m.onNone}
        </button>
      </div>
    </div>
  )
}
