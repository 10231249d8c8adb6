import type { Day } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { totalOf, type Compared, type Grouping } from '../../stock/compared.ts'
import { onlyCrop } from '../../stock/only-crop.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { Besides } from '../../ui/besides.tsx'
import { messages } from './messages.ts'

interface Props {
  rows: Compared[]
  group: Grouping
  /** The day that is compared with. */
  other: Day | undefined
}

/** The sums as a table; below it all of it. On a phone a row is two lines. */
export function Sums({ rows, group, other }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const all = totalOf(rows)
  const cropId = onlyCrop(rows.map((row) => row.cropId ?? 0))
  // What is offered or short stands apart, and only where there is any.
  const apart = (['offered', 'short'] as const).filter((kind) => all[kind] > 0)
  return (
    <div className="panel scroll position-sums" tabIndex={0} role="region" aria-label={m.title}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{m[group]}</th>
            <th scope="col" className="num position-part">
              {m.owned}
            </th>
            <th scope="col" className="num position-part">
              {m.stored}
            </th>
            <th scope="col" className="num">
              {m.total}
            </th>
            {apart.map((kind) => (
              <th key={kind} scope="col" className="num position-part">
                {m[kind]}
              </th>
            ))}
            {other && (
              <>
                <th scope="col" className="num position-part">
                  {say(m.before, { day: formats.dayMonth(other) })}
                </th>
                <th scope="col" className="num">
                  {m.difference}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {group === 'commodity' && (
                  <i
                    className="position-swatch"
                    style={{ background: colourOf(row.commodityId) }}
                    aria-hidden="true"
                  />
                )}
                {row.name || m.nowhere}
                <Parts row={row} cropId={row.cropId} />
              </th>
              <Figures row={row} apart={apart} cropId={row.cropId} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {m.all}
              <Parts row={all} cropId={cropId} />
            </th>
            <Figures row={all} apart={apart} cropId={cropId} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type Sum = ReturnType<typeof totalOf>
type Apart = 'offered' | 'short'

interface FiguresProps {
  row: Sum
  apart: Apart[]
  cropId: number | undefined
}

/** Weights in the unit of the column, and with their own where they are of something that has no bushels. */
function Figures({ row, apart, cropId }: FiguresProps) {
  const formats = useFormats(cropId)
  const exact = (weight: number) => formats.cell(formats.exactStock(weight))
  return (
    <>
      <td className="num position-part">{exact(row.owned)}</td>
      <td className="num position-part">{exact(row.stored)}</td>
      <td className="num strong">
        {exact(row.total)}
        <Besides weight={row.total} commodityId={cropId} />
      </td>
      {apart.map((kind) => (
        <td
          key={kind}
          className={kind === 'short' && row.short > 0 ? 'num position-part change-out' : 'num position-part'}
        >
          {exact(row[kind])}
        </td>
      ))}
      {row.before !== undefined && row.difference !== undefined && (
        <>
          <td className="num position-part">{exact(row.before)}</td>
          <td className={row.difference < 0 ? 'num change-out' : 'num'}>
            {formats.cell(formats.signedStock(row.difference))}
          </td>
        </>
      )}
    </>
  )
}

/** On a phone: the further lines of a row. */
function Parts({ row, cropId }: Pick<FiguresProps, 'row' | 'cropId'>) {
  const m = useMessages(messages, cropId)
  const formats = useFormats(cropId)
  const parts = [
    ...(row.owned > 0 && row.stored > 0
      ? [
          say(m.ownedPart, { kg: formats.exactStock(row.owned) }),
          say(m.storedPart, { kg: formats.exactStock(row.stored) }),
        ]
      : []),
    ...(row.offered > 0 ? [say(m.offeredPart, { kg: formats.exactStock(row.offered) })] : []),
    ...(row.short > 0 ? [say(m.shortPart, { kg: formats.exactStock(row.short) })] : []),
  ]
  if (parts.length === 0) return null
  return (
    <span className="position-parts quiet small">
      {parts.map((part) => (
        <span key={part} className="row-part">
          {part}
        </span>
      ))}
    </span>
  )
}
