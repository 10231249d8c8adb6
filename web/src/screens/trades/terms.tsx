import type { Trade } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { measureText } from '../../i18n/numbers.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { messages } from './messages.ts'
import { pageMessages } from './page-messages.ts'
import { usePriceWords, useToleranceWords } from './term-words.ts'

/** All that is agreed, but for the weight and its windows, which stand with what moved. */
export function AgreedTerms({ trade }: { trade: Trade }) {
  const m = useMessages(pageMessages)
  const words = useMessages(messages)
  const formats = useFormats()
  const priceWords = usePriceWords()
  const toleranceWords = useToleranceWords()
  const { commodity, delivery, final } = trade
  const terms = delivery.terms && m[delivery.terms]
  return (
    <section className="panel pad stack tight" aria-label={m.terms}>
      <h2>{m.terms}</h2>
      <FactList
        className="trade-terms"
        facts={[
          [words.partner, trade.partner.name],
          [m.theirNumber, trade.partnerReference],
          [
            words.grain,
            [commodity.commodity.name, commodity.type.name, commodity.grade.name || words.anyGrade]
              .filter(Boolean)
              .join(' · '),
          ],
          [m.varieties, trade.varieties.join(', ') || m.anyVariety],
          [words['f:harvestYear'], trade.harvestYear],
          [m.tolerance, toleranceWords(trade.tolerance)],
          [m.delivery, [terms, delivery.storageName].filter(Boolean).join(' · ')],
          [m.finalWeight, final.weight ? m[final.weight] : ''],
          [m.finalQuality, final.quality ? m[final.quality] : ''],
          [m.price, trade.price ? priceWords(trade.price) : ''],
          [m.enteredBy, `${trade.createdByName}, ${formats.moment(trade.createdAtUTC)}`],
        ]}
      />
      {trade.limits.length > 0 && <Limits limits={trade.limits} />}
      {trade.allowances.length > 0 && <Allowances trade={trade} />}
    </section>
  )
}

function Limits({ limits }: Pick<Trade, 'limits'>) {
  const m = useMessages(pageMessages)
  const language = useLanguage()
  const figure = (value: number | null) => (value === null ? '–' : measureText(String(value), language))
  return (
    <>
      <h3>{m.limits}</h3>
      <div className="scroll" tabIndex={0} role="region" aria-label={m.limits}>
        <table className="table trade-measures">
          <thead>
            <tr>
              <th scope="col">{m.measure}</th>
              {[m.minimum, m.maximum, m.rejectBelow, m.rejectAbove].map((name) => (
                <th key={name} scope="col" className="num">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {limits.map(({ name, minimum, maximum, rejectBelow, rejectAbove }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="num">{figure(minimum)}</td>
                <td className="num">{figure(maximum)}</td>
                <td className="num">{figure(rejectBelow)}</td>
                <td className="num">{figure(rejectAbove)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Allowances({ trade: { allowances, price } }: { trade: Trade }) {
  const m = useMessages(pageMessages)
  const language = useLanguage()
  const figure = (value: number | string) => measureText(String(value), language).replace('-', '−')
  return (
    <>
      <h3>{m.allowances}</h3>
      <div className="scroll" tabIndex={0} role="region" aria-label={m.allowances}>
        <table className="table trade-measures">
          <thead>
            <tr>
              <th scope="col">{m.measure}</th>
              {[m.from, m.to, m.base, m.perPoint].map((name) => (
                <th key={name} scope="col" className="num">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {allowances.map(({ name, from, to, base, perPoint, unit }) => (
              <tr key={`${name} ${from}`}>
                <th scope="row">{name}</th>
                <td className="num">{figure(from)}</td>
                <td className="num">{figure(to)}</td>
                <td className="num">{figure(base)}</td>
                <td className="num">
                  {unit === 'percent'
                    ? say(m.ofPrice, { figure: figure(perPoint) })
                    : [figure(perPoint), price?.currency].filter(Boolean).join(' ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
