import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PositionPart } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { positionPartsQuery, type AskedParts } from './queries.ts'
import type { Line } from './rows.ts'
import { useMonthWords } from './words.ts'

interface Props {
  line: Line
  name: string
  month: string
  onClose: () => void
}

/** Parts that make a month of the position: each parcel, load, planting and contract, to be opened. */
export function PartsOfCell({ line, name, month, onClose }: Props) {
  const m = useMessages(messages)
  const monthWords = useMonthWords()
  const { data, error, refetch } = useQuery(positionPartsQuery(askedOf(line, month)))
  return (
    <Dialog title={say(m.madeOf, { grain: name, month: monthWords(month) })} onClose={onClose} isSheet isWide>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={3} />)}
      {data?.parts.length === 0 && <p className="quiet">{m.noParts}</p>}
      <ul className="trading-parts">
        {data?.parts.map((part, index) => (
          <li key={index} className="row">
            <span>
              <span className="strong">
                <PartLink part={part} />
              </span>
              <span className="quiet small">
                <PartWords part={part} />
              </span>
            </span>
            <PartWeight part={part} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function askedOf({ crop, row }: Line, month: string): AskedParts {
  const whole = { commodity: crop.commodity.id, month }
  if (!row) return whole
  const { type, grade, harvestYear, tags } = row
  return {
    ...whole,
    type: type.id,
    grade: grade.id,
    harvestYear,
    tags: tags.map(({ id }) => id).join(','),
  }
}

function PartLink({ part }: { part: PositionPart }) {
  const m = useMessages(messages)
  const name = part.name || part.place || m[`part_${part.kind}`]
  if (part.movementId !== null)
    return (
      <Link to="/movements" search={{ open: String(part.movementId) }}>
        {[say(m.load, { n: part.movementId }), name].join(', ')}
      </Link>
    )
  if (part.tradeId !== '')
    return (
      <Link to="/trades/$id" params={{ id: part.tradeId }}>
        {name}
      </Link>
    )
  if (part.planId !== '')
    return (
      <Link to="/harvest/$planId" params={{ planId: part.planId }}>
        {name}
      </Link>
    )
  return (
    <Link to="/stock/$id" params={{ id: part.recordId }} search={{}}>
      {name}
    </Link>
  )
}

function PartWords({ part }: { part: PositionPart }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const words = [
    m[`part_${part.kind}`],
    part.place,
    part.tradeWindow !== null && say(m.window, { n: part.tradeWindow }),
    part.dateISO !== null && formats.day(part.dateISO),
  ]
  return <>{words.filter(Boolean).join(' · ')}</>
}

const goes = ['reserved', 'plannedOut', 'sale']

function PartWeight({ part }: { part: PositionPart }) {
  const formats = useFormats(part.commodity.id)
  const weight = goes.includes(part.kind) ? -part.weight : part.weight
  return (
    <span className={weight < 0 ? 'num change-out' : 'num'}>
      {formats.signedStock(weight)} {formats.stockUnit}
    </span>
  )
}
