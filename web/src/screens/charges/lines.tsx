import { Link } from '@tanstack/react-router'
import type { ChargeStatement } from '../../api/operations.ts'
import { decimalText, moneyText } from '../../i18n/money-text.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useMonths } from './months.ts'
import { chargesPageMessages } from './page-messages.ts'

type Line = ChargeStatement['lines'][number]

/** The lines of a statement; each opens to the loads and days that it is of. On a phone a line is a block. */
export function ChargeLines({ title, lines }: { title: string; lines: Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className="panel pad stack tight" aria-label={title}>
      <h2>{title}</h2>
      <ul className="charge-lines">
        {lines.map((line) => (
          <li key={[line.month, line.kind, line.tariffId, line.commodity.id].join(' ')}>
            <LineHead line={line} />
            {line.corrects && <Corrected line={line} corrects={line.corrects} />}
            <Details line={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LineHead({ line }: { line: Line }) {
  const m = useMessages(chargesPageMessages)
  const language = useLanguage()
  const months = useMonths()
  const { name, commodity, month, quantity, unit, rate, divisor, currency, amount, vatCode, corrects } = line
  const decimal = (text: string) => decimalText(text, language)
  const parts = divisor === 1 ? '' : ` ÷ ${divisor}`
  return (
    <div className="charge-line">
      <span>
        <span className="strong">{[name, commodity.name].filter(Boolean).join(' · ')}</span>
        <span className="quiet small">{[months.month(month), vatCode].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="num charge-sum">
        <b>{moneyText(amount, currency, language)}</b>
        {corrects === null && (
          <span className="quiet small">
            {say(m[unit], { n: Number(quantity), quantity: decimal(quantity) })}
            {parts} × {decimalText(rate, language, 2)}
          </span>
        )}
      </span>
    </div>
  )
}

function Corrected({ line, corrects }: { line: Line; corrects: NonNullable<Line['corrects']> }) {
  const m = useMessages(chargesPageMessages)
  const language = useLanguage()
  const money = (amount: string) => moneyText(amount, line.currency, language)
  return (
    <p className="small">
      {say(m.billed, {
        number: corrects.number,
        billed: money(corrects.billed),
        reckoned: money(corrects.reckoned),
      })}
    </p>
  )
}

/** The loads or days of a line, closed until somebody wants them. */
function Details({ line: { loads, days, corrects } }: { line: Line }) {
  const m = useMessages(chargesPageMessages)
  const named = corrects ? corrects.changed : loads
  if (corrects === null && days.length > 0)
    return (
      <details>
        <summary>{m.days}</summary>
        <Days days={days} />
      </details>
    )
  if (named.length === 0) return null
  return (
    <details>
      <summary>{say(corrects ? m.changed : m.loads, { n: named.length })}</summary>
      <Loads loads={named} />
    </details>
  )
}

function Loads({ loads }: { loads: Line['loads'] }) {
  const formats = useFormats()
  return (
    <ul className="charge-details">
      {loads.map(({ movementId, number, day, weight, moisture }) => (
        <li key={movementId}>
          <Link to="/movements" search={{ open: String(movementId) }} className="charge-link">
            {number || movementId}
          </Link>
          <span className="quiet small">
            {[formats.day(day), moisture !== undefined && `${formats.figure(moisture)} %`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="num">{formats.weight(weight)}</span>
        </li>
      ))}
    </ul>
  )
}

function Days({ days }: { days: Line['days'] }) {
  const m = useMessages(chargesPageMessages)
  const formats = useFormats()
  return (
    <ul className="charge-details">
      {days.map(({ from, to, weight, free }, index) => (
        <li key={index}>
          <span>{from === to ? formats.day(from) : `${formats.day(from)} – ${formats.day(to)}`}</span>
          <span className="quiet small">{free > 0 && say(m.free, { weight: formats.weight(free) })}</span>
          <span className="num">{formats.weight(weight)}</span>
        </li>
      ))}
    </ul>
  )
}
