import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Today } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { stockTotalOf } from '../../stock/sums.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { attentionMessages } from './attention-messages.ts'
import { messages } from './messages.ts'

/** A list that takes no room while nothing is in it. */
export function Asked({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section className="panel list" aria-label={title}>
      <header className="bar apart">
        <h2>{title}</h2>
        <span className="badge grain">{count}</span>
      </header>
      <ul>{children}</ul>
    </section>
  )
}

/** Shows how many more items a list has than the first few shown. */
export function More({ n }: { n: number }) {
  const m = useMessages(messages)
  return n > 0 ? <li className="pad quiet small">{say(m.more, { n })}</li> : null
}

/** Storage contracts of which little or nothing is left. */
export function FullContracts({ day: { contracts } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  return (
    <Asked title={m.contracts} count={contracts.count}>
      {contracts.first.map(({ id, reference, owner, used, weight, commodityId }) => (
        <li key={id}>
          <Link to="/contracts/$id" params={{ id }} search={{}} className="row row-link">
            <span>
              <b>{reference || owner}</b>
              <span className="quiet small">{reference && owner}</span>
            </span>
            <span className={used > weight ? 'num fault' : 'num'}>
              <UsedOf {...{ used, weight, commodityId }} />
            </span>
          </Link>
        </li>
      ))}
      <More n={contracts.count - contracts.first.length} />
    </Asked>
  )
}

/** Share of a contract that has come in, in the bushels of its crop where those are read. */
function UsedOf(props: { used: number; weight: number; commodityId: number }) {
  const { used, weight, commodityId } = props
  const m = useMessages(attentionMessages, commodityId)
  const formats = useFormats(commodityId)
  return <>{say(m.of, { used: formats.stock(used), agreed: formats.stock(weight) })}</>
}

/** Parcels of which something still has to be cleaned. */
export function ToClean({ day: { toClean } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  const formats = useFormats()
  return (
    <Asked title={m.toClean} count={toClean.count}>
      {toClean.first.map(({ recordId, name, store, bay, weight, commodityId }) => (
        <li key={recordId}>
          <Link to="/stock/$id" params={{ id: recordId }} search={{}} className="row row-link">
            <span>
              <b>{name}</b>
              <span className="quiet small">{[store, bay].join(', ')}</span>
            </span>
            <span className="num">{formats.of(commodityId).stockWeight(weight)}</span>
          </Link>
        </li>
      ))}
      <More n={toClean.count - toClean.first.length} />
    </Asked>
  )
}

/** Statements of buyers of which lines are to be decided. */
export function Differing({ day: { settlements } }: { day: Today }) {
  const m = useMessages(attentionMessages)
  return (
    <Asked title={m.settlements} count={settlements.undecided}>
      {settlements.first.map(({ id, buyer, reference, undecided }) => (
        <li key={id}>
          <Link to="/settlements/$id" params={{ id }} className="row row-link">
            <span>
              <b>{buyer}</b>
              <span className="quiet small">{reference}</span>
            </span>
            <span className="num">{say(m.toDecide, { n: undecided })}</span>
          </Link>
        </li>
      ))}
    </Asked>
  )
}

/** Shows the stock by commodity, with the amounts that came and left in a week. */
export function StockAndWeek({ day, hasWeek }: { day: Today; hasWeek: boolean }) {
  return (
    <>
      <Stock stock={day.stock} />
      {hasWeek && <Week week={day.week} />}
    </>
  )
}

function Stock({ stock }: Pick<Today, 'stock'>) {
  const m = useMessages(attentionMessages)
  if (stock.length === 0) return null
  return (
    <section className="panel list" aria-label={m.stock}>
      <header className="bar apart">
        <h2>{m.stock}</h2>
      </header>
      <ul>
        {stock.map((each) => (
          <li key={each.commodity.id}>
            <Link to="/position" className="row row-link">
              <i className="today-dot" style={{ background: colourOf(each.commodity.id) }} />
              <b>{each.commodity.name}</b>
              <StockFigures stock={each} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the weight that lies somewhere; below it the owners, and the weight that lies nowhere or is missing. */
function StockFigures({ stock }: { stock: Today['stock'][number] }) {
  const m = useMessages(attentionMessages, stock.commodity.id)
  const formats = useFormats(stock.commodity.id)
  const { owned, stored, offered, short } = stock
  const parts = [
    ...(stored > 0
      ? [say(m.own, { t: formats.stock(owned) }), say(m.ofOthers, { t: formats.stock(stored) })]
      : []),
    ...(offered > 0 ? [say(m.offered, { t: formats.stock(offered) })] : []),
    ...(short > 0 ? [say(m.short, { t: formats.stock(short) })] : []),
  ]
  return (
    <span className="num">
      <b>{formats.stockWeight(stockTotalOf(stock))}</b>
      {parts.length > 0 && <span className="quiet small">{parts.join(' · ')}</span>}
    </span>
  )
}

function Week({ week }: Pick<Today, 'week'>) {
  const m = useMessages(attentionMessages)
  const words = useMessages(messages)
  const formats = useFormats()
  const weekly = [
    { name: words.came, ...week.in },
    { name: words.left, ...week.out },
  ].filter(({ loads }) => loads > 0)
  const planned = [say(m.aheadIn, { n: week.in.planned }), say(m.aheadOut, { n: week.out.planned })]
  const ahead = [week.in.planned, week.out.planned].flatMap((n, index) => (n > 0 ? [planned[index]] : []))
  if (weekly.length + ahead.length === 0) return null
  return (
    <section className="panel list" aria-label={m.week}>
      <header className="bar apart">
        <h2>{m.week}</h2>
      </header>
      <ul>
        {weekly.map(({ name, loads, weight }) => (
          <li key={name} className="row">
            <b>{name}</b>
            <span className="num">
              <b>{formats.stockWeight(weight)}</b>
              <span className="quiet small">{say(words.loads, { n: loads })}</span>
            </span>
          </li>
        ))}
        {ahead.length > 0 && (
          <li className="row">
            <b>{m.ahead}</b>
            <span className="num">{ahead.join(' · ')}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
