import { Link } from '@tanstack/react-router'
import type { PositionConflict } from '../api/operations.ts'
import { useFormats } from '../i18n/format.ts'
import { localeOf, useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import './position-conflicts.css'
import { positionConflictMessages } from './position-conflict-messages.ts'

interface Props {
  title: string
  conflicts: PositionConflict[]
  /** On a contract's own page it is not led to. */
  isOfContract?: boolean
}

/** Stock that is oversold, overbought or less than is reserved: how much, since when, and the contract that makes it. */
export function PositionConflicts({ title, conflicts, isOfContract = false }: Props) {
  if (conflicts.length === 0) return null
  return (
    <section className="panel list" aria-label={title}>
      <header className="bar apart">
        <h2>{title}</h2>
        <span className="badge bad">{conflicts.length}</span>
      </header>
      <ul>
        {conflicts.map((conflict, index) => (
          <li key={index} className="row position-conflict">
            <Icon name="warn" size={18} />
            <span>
              <WayTo conflict={conflict} isOfContract={isOfContract} />
              <Worst conflict={conflict} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WayTo({ conflict, isOfContract }: { conflict: PositionConflict; isOfContract: boolean }) {
  const words = useConflictWords(conflict)
  const [tradeId, ...others] = conflict.tradeIds
  if (tradeId !== undefined && others.length === 0 && !isOfContract)
    return (
      <Link to="/trades/$id" params={{ id: tradeId }}>
        {words}
      </Link>
    )
  return (
    <Link to="/trades/position" search={{ row: String(conflict.commodity.id) }}>
      {words}
    </Link>
  )
}

function useMonthName(): (month: string) => string {
  const m = useMessages(positionConflictMessages)
  const format = new Intl.DateTimeFormat(localeOf(useLanguage()), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (month) => {
    if (month === 'now') return m.now
    return month === 'later'
      ? m.later
      : say(m.by, { month: format.format(new Date(`${month}-15T12:00:00Z`)) })
  }
}

function useConflictWords({ kind, weight, month, place, ...of }: PositionConflict): string {
  const m = useMessages(positionConflictMessages, of.commodity.id)
  const formats = useFormats(of.commodity.id)
  const monthName = useMonthName()
  const tags = of.tags.map(({ name }) => name)
  const grain = [of.commodity.name, of.type.name, of.grade.name, of.harvestYear, ...tags]
  return say(m[kind], {
    grain: grain.filter(Boolean).join(', '),
    t: formats.exactStock(weight),
    when: monthName(month),
    place,
  })
}

/** Says how much it is at its worst, where that is another month. */
function Worst({ conflict: { worst, month, commodity } }: { conflict: PositionConflict }) {
  const m = useMessages(positionConflictMessages, commodity.id)
  const formats = useFormats(commodity.id)
  const monthName = useMonthName()
  if (worst.month === month) return null
  return (
    <span className="quiet small">
      {say(m.worst, { t: formats.exactStock(worst.weight), when: monthName(worst.month) })}
    </span>
  )
}
