import type { StorageContract } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Besides } from '../../ui/besides.tsx'
import { contractMessages } from './contract-messages.ts'
import { CurveChart } from './curve.tsx'
import { messages } from './messages.ts'
import { UsageBar } from './usage.tsx'

/** Agreed, in and left, to the gram, and what drying took on the way. */
export function Usage({ contract }: { contract: StorageContract }) {
  const m = useMessages(contractMessages)
  const { usage, inventory } = contract
  const commodityId = inventory.commodity.commodity.id
  const words = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const stock = (weight: number) => `${formats.exactStock(weight)} ${formats.stockUnit}`
  const isOver = usage.exceeded > 0
  return (
    <section className="panel pad stack" aria-label={m.usage}>
      <dl className="contract-figures">
        <div>
          <dt>{words.agreed}</dt>
          <dd>
            {stock(inventory.weight)}
            <Besides weight={inventory.weight} commodityId={commodityId} />
          </dd>
        </div>
        <div>
          <dt>{words.in}</dt>
          <dd>{stock(usage.used)}</dd>
        </div>
        <div>
          <dt>{isOver ? words.over : words.left}</dt>
          <dd className={isOver ? 'fault' : undefined}>{stock(isOver ? usage.exceeded : usage.remaining)}</dd>
        </div>
      </dl>
      <UsageBar contract={contract} />
      {usage.planned > 0 && (
        <p className="plan-words small">{say(words.plannedWords, { t: formats.stock(usage.planned) })}</p>
      )}
      {usage.losses.length > 0 && (
        <dl className="sums">
          <div>
            <dt>{m.beforeDrying}</dt>
            <dd>{stock(usage.intake)}</dd>
          </div>
          {usage.losses.map(({ reasonId, reason, payer, weight }) => (
            <div key={reasonId}>
              <dt>{say(payer === 'owner' ? m.lostOf : m.lostOfStorer, { reason })}</dt>
              <dd>
                {formats.signedStock(-weight)} {formats.stockUnit}
              </dd>
            </div>
          ))}
          <div className="sum">
            <dt>{m.counts}</dt>
            <dd>{stock(usage.used)}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}

/** Shows the agreed terms, and the loss matrix as a table and a curve. */
export function TermFacts({ contract }: { contract: StorageContract }) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  const { details, varieties } = contract
  const { cleaning, drying } = details.services
  const day = (instant: string) => formats.day(formats.dayOf(instant))
  const from = day(details.startDateUTC)
  const level = drying.preAgreedMoistureLevelPercentage
  return (
    <section className="panel pad stack" aria-label={m.terms}>
      <h2>{m.terms}</h2>
      <dl className="facts">
        <div>
          <dt>{m.runs}</dt>
          <dd>
            {details.endDateUTC === null
              ? say(m.runsFrom, { from })
              : say(m.runsFromTo, { from, to: day(details.endDateUTC) })}
          </dd>
        </div>
        <div>
          <dt>{m.varieties}</dt>
          <dd>{varieties.join(', ') || m.anyVariety}</dd>
        </div>
        <div>
          <dt>{m.cleaning}</dt>
          <dd>{cleaning.agreed ? m.yes : m.no}</dd>
        </div>
        <div>
          <dt>{m.drying}</dt>
          <dd>{drying.agreed ? say(m.driedTo, { level: formats.figure(level) }) : m.no}</dd>
        </div>
      </dl>
      {drying.agreed && <LossTable rows={drying.intakeSampleLossMatrix} level={level} />}
    </section>
  )
}

interface LossProps {
  rows: StorageContract['details']['services']['drying']['intakeSampleLossMatrix']
  level: number
}

function LossTable({ rows, level }: LossProps) {
  const m = useMessages(contractMessages)
  const formats = useFormats()
  if (rows.length === 0) return <p className="quiet">{m.byDryMatter}</p>
  return (
    <>
      <h3 className="strong">{m.matrix}</h3>
      <CurveChart rows={rows} level={level} />
      <table className="table loss-table" aria-label={m.matrix}>
        <thead>
          <tr>
            {[m.moistureFrom, m.moistureTo, m.loss].map((name) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.moistureMinPercentage}>
              <td className="num">{formats.figure(row.moistureMinPercentage)}</td>
              <td className="num">{formats.figure(row.moistureMaxPercentage)}</td>
              <td className="num strong">{formats.figure(row.weightLossPercentage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet small">{m.beyond}</p>
    </>
  )
}
