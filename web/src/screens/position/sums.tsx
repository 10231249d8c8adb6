import type { Day } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { totalOf, type Compared, type Grouping } from '../../stock/compared.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
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
                {row.name}
                <Parts row={row} />
              </th>
              <Figures row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {m.all}
              <Parts row={all} />
            </th>
            <Figures row={all} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type Sum = Pick<Compared, 'owned' | 'stored' | 'total' | 'before' | 'difference'>

function Figures({ row }: { row: Sum }) {
  const formats = useFormats()
  return (
    <>
      <td className="num position-part">{formats.kg(row.owned)}</td>
      <td className="num position-part">{formats.kg(row.stored)}</td>
      <td className="num strong">{formats.kg(row.total)}</td>
      {row.before !== undefined && row.difference !== undefined && (
        <>
          <td className="num position-part">{formats.kg(row.before)}</td>
          <td className={row.difference < 0 ? 'num change-out' : 'num'}>
            {formats.signedKg(row.difference)}
          </td>
        </>
      )}
    </>
  )
}

/** On a phone: the second line of a row. */
function Parts({ row }: { row: Sum }) {
  const m = useMessages(messages)
  const formats = useFormats()
  if (row.owned === 0 || row.stored === 0) return null
  return (
    <span className="position-parts quiet small">
      {say(m.ownedPart, { kg: formats.kg(row.owned) })}
      <br />
      {say(m.storedPart, { kg: formats.kg(row.stored) })}
    </span>
  )
}
