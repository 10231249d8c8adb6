import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SettledLoad, SettlementLine } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { lineMessages } from './line-messages.ts'
import { messages } from './messages.ts'

interface Props {
  lines: SettlementLine[]
  /** Left out where nothing is decided yet, or any more. */
  onDecide?: (line: SettlementLine) => void
}

/** Their lines beside our loads; what differs by more than 1 % is red. */
export function Lines({ lines, onDecide }: Props) {
  const m = useMessages(messages)
  return (
    <DataTable
      list="settlement-lines"
      label={m.lines}
      columns={useColumns(onDecide)}
      rows={lines}
      {...(onDecide && { onOpen: onDecide })}
      order={{ by: undefined, isDescending: false, sortable: [], onOrder: () => undefined }}
      compact={(line) => <Compact line={line} {...(onDecide && { onDecide })} />}
    />
  )
}

/** Shows the state of a line, or the decision on it. */
export function LineState({ line: { state, decision, reason } }: { line: SettlementLine }) {
  const m = useMessages(lineMessages)
  if (decision)
    return (
      <span className="settlement-state">
        {m[decision]} {reason && <span className="quiet small">{reason}</span>}
      </span>
    )
  const tone = { agreed: '', differs: 'bad', unweighed: '', ambiguous: 'grain', unknown: 'grain' }[state]
  return state === 'agreed' ? (
    <span className="quiet">{m.agreed}</span>
  ) : (
    <span className={`badge ${tone}`}>{m[state]}</span>
  )
}

/** Shows the difference that the buyer found, in kilograms and per cent. */
export function Apart({ line: { difference, state, load } }: { line: SettlementLine }) {
  const m = useMessages(lineMessages)
  const formats = useFormats()
  if (!difference) return load ? <span className="quiet">{m.notWeighed}</span> : null
  return (
    <span className={state === 'differs' ? 'settlement-apart' : undefined}>
      {formats.signedWeighed(difference.weight)} {formats.scaleUnit}{' '}
      <span className="small">({formats.figure(difference.share)} %)</span>
    </span>
  )
}

function OurLoad({ load }: { load: SettledLoad }) {
  const formats = useFormats()
  return (
    <Link to="/movements" search={{ open: String(load.movementId) }} className="settlement-link">
      {[load.reference || load.movementId, formats.dayMonth(load.date)].join(' · ')}
    </Link>
  )
}

function Compact({ line, onDecide }: { line: SettlementLine; onDecide?: (line: SettlementLine) => void }) {
  const m = useMessages(lineMessages)
  const formats = useFormats()
  const words = (
    <>
      <span className="compact-words settlement-weight">
        <span className="strong">{formats.weight(line.weight)}</span>
        <span className="quiet small">
          {[line.reference, formats.dayMonth(line.date), line.vehicle].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span className="small">
          <Apart line={line} />
        </span>
        <span className="small">
          <LineState line={line} />
        </span>
      </span>
    </>
  )
  return onDecide ? (
    <button type="button" className="compact-open settlement-open" onClick={() => onDecide(line)}>
      <span className="hidden">{say(m.decide, { n: line.line })}</span>
      {words}
    </button>
  ) : (
    <div className="compact-open">{words}</div>
  )
}

function useColumns(onDecide: Props['onDecide']): Columns<SettlementLine> {
  const m = useMessages(lineMessages)
  const words = useMessages(messages)
  const formats = useFormats()
  return useMemo(() => {
    const columns: Columns<SettlementLine> = [
      {
        id: 'line',
        header: m.line,
        cell: ({ row: { original } }) =>
          onDecide ? (
            <button
              type="button"
              className="button settlement-number"
              aria-label={say(m.decide, { n: original.line })}
              onClick={() => onDecide(original)}
            >
              {original.line}
            </button>
          ) : (
            original.line
          ),
      },
      { id: 'reference', header: words.reference, cell: ({ row }) => row.original.reference },
      { id: 'date', header: words.date, cell: ({ row }) => formats.dayMonth(row.original.date) },
      {
        id: 'vehicle',
        header: m.vehicle,
        cell: ({ row }) => <span className="plate">{row.original.vehicle}</span>,
      },
      {
        id: 'theirs',
        header: words.theirs,
        meta: { isNumber: true },
        cell: ({ row }) => formats.weight(row.original.weight),
      },
      {
        id: 'load',
        header: m.load,
        cell: ({ row: { original } }) => original.load && <OurLoad load={original.load} />,
      },
      {
        id: 'ours',
        header: words.ours,
        meta: { isNumber: true },
        cell: ({ row: { original } }) =>
          original.load?.weight != null && formats.weight(original.load.weight),
      },
      {
        id: 'difference',
        header: words.difference,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => <Apart line={row.original} />,
      },
      { id: 'what', header: m.what, cell: ({ row }) => <LineState line={row.original} /> },
    ]
    return columns
  }, [m, words, formats, onDecide])
}
