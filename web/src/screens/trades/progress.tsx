import type { Trade } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { MovedBar } from '../../stock/moved-bar.tsx'
import { Besides } from '../../ui/besides.tsx'
import { LeftWords } from './amount.tsx'
import { messages } from './messages.ts'
import { pageMessages } from './page-messages.ts'

/** Agreed, moved and left, to the gram, with what is over in words; then the same by window. */
export function TradeProgress({ trade }: { trade: Trade }) {
  const { weight, usage, windows } = trade
  const commodityId = trade.commodity.commodity.id
  const m = useMessages(pageMessages, commodityId)
  const formats = useFormats(commodityId)
  const stock = (kilograms: number) => `${formats.exactStock(kilograms)} ${formats.stockUnit}`
  const isOver = usage.over > 0
  const overWords = useOverWords(trade)
  return (
    <section className="panel pad stack" aria-label={m.progress}>
      <dl className="trade-figures">
        <div>
          <dt>{m.agreed}</dt>
          <dd>
            {stock(weight)}
            <Besides weight={weight} commodityId={commodityId} />
          </dd>
        </div>
        <div>
          <dt>{m.moved}</dt>
          <dd>{stock(usage.moved)}</dd>
        </div>
        <div>
          <dt>{isOver ? m.over : m.left}</dt>
          <dd className={isOver ? 'fault' : undefined}>{stock(isOver ? usage.over : usage.left)}</dd>
        </div>
      </dl>
      <MovedBar {...usage} weight={weight} />
      {isOver && <p className="fault">{overWords}</p>}
      {usage.planned > 0 && (
        <p className="small">{say(m.plannedMore, { t: formats.stock(usage.planned) })}</p>
      )}
      {usage.outsideWindows > 0 && windows.length > 0 && (
        <p className="small">{say(m.outside, { t: formats.exactStock(usage.outsideWindows) })}</p>
      )}
      {windows.length > 0 ? <Windows trade={trade} /> : <p className="quiet small">{m.noWindows}</p>}
    </section>
  )
}

/** Says by how much more has moved than is agreed, and whether the tolerance takes it. */
function useOverWords({ usage, tolerance, commodity }: Trade): string {
  const m = useMessages(pageMessages, commodity.commodity.id)
  const formats = useFormats(commodity.commodity.id)
  const message =
    tolerance.percentage === 0
      ? m.beyondAgreed
      : usage.beyondTolerance > 0
        ? m.beyondTolerance
        : m.withinTolerance
  return say(message, {
    t: formats.exactStock(usage.over),
    beyond: formats.exactStock(usage.beyondTolerance),
    percent: formats.figure(tolerance.percentage),
  })
}

function Windows({ trade: { windows, commodity } }: { trade: Trade }) {
  const commodityId = commodity.commodity.id
  const m = useMessages(pageMessages)
  const words = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  return (
    <>
      <h2>{m.windows}</h2>
      <ul className="trade-windows">
        {windows.map((window) => (
          <li key={window.number}>
            <span className="bar apart">
              <b>
                {say(m.windowDays, {
                  from: formats.dayMonth(window.fromISO),
                  to: formats.dayMonth(window.toISO),
                })}
              </b>
              <LeftWords {...window} commodityId={commodityId} />
            </span>
            <MovedBar {...window} />
            <span className="quiet small">
              {say(words.movedOf, {
                moved: formats.stock(window.moved),
                agreed: formats.stock(window.weight),
              })}
              {window.planned > 0 && ` · ${say(words.plannedWords, { t: formats.stock(window.planned) })}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
