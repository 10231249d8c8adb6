import { useQuery } from '@tanstack/react-query'
import type { Trade, TradeChange } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { pageMessages } from './page-messages.ts'
import { tradeChangesQuery } from './queries.ts'
import { usePriceWords, useToleranceWords } from './term-words.ts'

/** Lists changed terms, and each state that the contract went to: by whom, when and why. */
export function TradeHistory({ trade }: { trade: Trade }) {
  const m = useMessages(pageMessages)
  const { data, error, refetch } = useQuery(tradeChangesQuery(trade.id))
  return (
    <section className="panel pad stack tight" aria-label={m.history}>
      <h2>{m.history}</h2>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={1} />)}
      <ul className="lines">
        {data?.docs.map((change, index) => (
          <ChangeLine
            key={change.atUTC + index}
            change={change}
            isFirst={index === data.totalDocs - 1}
            commodityId={trade.commodity.commodity.id}
          />
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  change: TradeChange
  isFirst: boolean
  commodityId: number
}

function ChangeLine({ change, isFirst, commodityId }: LineProps) {
  const m = useMessages(pageMessages)
  const words = useMessages(messages)
  const formats = useFormats()
  const sayTerm = useTermWords(commodityId)
  const { status, changed, reason, byName, atUTC } = change
  const what =
    status === null ? m.changed : isFirst ? say(m.entered, { status: words[status] }) : words[status]
  return (
    <li className="stack tight">
      <span className="bar apart">
        <span className="strong">{what}</span>
        <span className="quiet">
          {byName}, {formats.moment(atUTC)}
        </span>
      </span>
      {reason !== '' && <span>{say(m.because, { reason })}</span>}
      {changed.map((term) => (
        <span key={term.field} className="small">
          {sayTerm(term)}
        </span>
      ))}
    </li>
  )
}

type Term = TradeChange['changed'][number]

/** Gives a changed term with both its values, where they are a word or two; else its name alone. */
function useTermWords(commodityId: number): (term: Term) => string {
  const m = useMessages(pageMessages)
  const formats = useFormats(commodityId)
  const priceWords = usePriceWords()
  const toleranceWords = useToleranceWords()
  const names: Record<string, string> = { ...m, partnerReference: m.theirNumber }
  // The history has terms in the shapes of the contract itself, by their names.
  const valueOf = (field: string, value: unknown): string | undefined => {
    if (value === null) return m.nothingThere
    if (field === 'weight') return formats.stockWeight(value as Trade['weight'])
    if (field === 'price') return priceWords(value as NonNullable<Trade['price']>)
    if (field === 'tolerance') return toleranceWords(value as Trade['tolerance'])
    if (field === 'varieties') return (value as Trade['varieties']).join(', ') || m.anyVariety
    return typeof value === 'string' ? value || m.nothingThere : undefined
  }
  return ({ field, before, after }) => {
    const [was, is] = [valueOf(field, before), valueOf(field, after)]
    const name = names[field] ?? field
    return was === undefined || is === undefined ? name : `${name}: ${was} → ${is}`
  }
}
