import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeliveryValue, Trade } from '../../api/operations.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { SaveTable } from '../../frame/save-table.tsx'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { decimalText, moneyText } from '../../i18n/money-text.ts'
import { DayField } from '../../ui/day-field.tsx'
import { deliveriesMessages } from './deliveries-messages.ts'
import { askedDays, deliveriesQuery, deliveriesTablePath, type DeliveryDays } from './queries.ts'

type Line = DeliveryValue['lines'][number]

/** The value of the loads under a contract, over a time: by weight, price and allowances. */
export function DeliveryValues({ trade }: { trade: Trade }) {
  const m = useMessages(deliveriesMessages)
  const [days, setDays] = useState<DeliveryDays>({ from: '', to: '' })
  const { data } = useQuery(deliveriesQuery(trade.id, days))
  if (trade.usage.loads === 0 || !data) return null
  const { price, lines } = data
  const query = askedDays(days)
  return (
    <section className="panel pad stack tight" aria-label={m.title}>
      <h2>{m.title}</h2>
      {price === null ? (
        <p className="quiet">{m.noPrice}</p>
      ) : (
        <>
          <p className="quiet small">{m.hint}</p>
          <div className="two">
            <DayField label={m.from} value={days.from} onChange={(from) => setDays({ ...days, from })} />
            <DayField label={m.to} value={days.to} onChange={(to) => setDays({ ...days, to })} />
          </div>
          <Totals value={data} />
          {lines.some(({ isQualityProvisional }) => isQualityProvisional) && (
            <p className="quiet small">{m.quality}</p>
          )}
          {lines.some(({ unmeasured }) => unmeasured.length > 0) && (
            <p className="note" role="status">
              {say(m.unmeasured, {
                names: [...new Set(lines.flatMap(({ unmeasured }) => unmeasured))].join(', '),
                n: lines.filter(({ unmeasured }) => unmeasured.length > 0).length,
              })}
            </p>
          )}
          <details className="delivery-lines">
            <summary>{say(m.lines, { n: lines.length })}</summary>
            <ul>
              {lines.map((line) => (
                <DeliveryLine
                  key={line.movementId}
                  line={line}
                  currency={price.currency}
                  commodityId={data.commodity.id}
                />
              ))}
            </ul>
          </details>
          <div className="bar">
            <Papers
              papers={[
                printable('deliveries', 'GET /api/inventory/trades/{id}/deliveries.pdf', {
                  path: { id: trade.id },
                  query,
                }),
              ]}
              names={[trade.partner.name]}
            />
            <SaveTable path={deliveriesTablePath(trade.id, days)} />
          </div>
        </>
      )}
    </section>
  )
}

function Totals({ value: { totals, weight, commodity } }: { value: DeliveryValue }) {
  const m = useMessages(deliveriesMessages)
  const formats = useFormats(commodity.id)
  const language = useLanguage()
  return (
    <p className="delivery-total">
      <span className="quiet">
        {m.total}, {formats.stockWeight(weight)}
      </span>
      {totals.map(({ currency, amount }) => (
        <b key={currency} className="num">
          {moneyText(amount, currency, language)}
        </b>
      ))}
    </p>
  )
}

interface LineProps {
  line: Line
  currency: string
  commodityId: number
}

function DeliveryLine({ line, currency, commodityId }: LineProps) {
  const m = useMessages(deliveriesMessages)
  const formats = useFormats(commodityId)
  const language = useLanguage()
  const {
    movementId,
    number,
    day,
    weight,
    weightFrom,
    isWeightProvisional,
    allowances,
    unmeasured,
    price,
    amount,
  } = line
  const about = [
    formats.day(day),
    isWeightProvisional ? m.provisional : m[weightFrom],
    ...allowances.map(({ name, value, amount: made }) =>
      say(m.ofAllowance, {
        name,
        value: decimalText(value, language),
        money: made === null ? '' : moneyText(made, currency, language),
      }),
    ),
    ...unmeasured.map((name) => say(m.notMeasured, { name })),
  ]
  return (
    <li className="delivery-line">
      <span>
        <Link to="/movements" search={{ open: String(movementId) }} className="trade-link">
          {number || movementId}
        </Link>
        <span className="quiet small">{about.join(' · ')}</span>
      </span>
      <span className="num">
        <b>{amount !== null && moneyText(amount, currency, language)}</b>
        {price !== null && (
          <span className="quiet small">
            {say(m.at, { money: decimalText(price, language, 2), weight: formats.stockWeight(weight) })}
          </span>
        )}
      </span>
    </li>
  )
}
