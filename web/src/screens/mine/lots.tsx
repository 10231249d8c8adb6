import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/session.ts'
import { endOfDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMeasuredWords } from '../../stock/measure-names.ts'
import { positionQuery } from '../../stock/queries.ts'
import { StockLink } from '../../stock/stock-link.tsx'
import { messages } from './messages.ts'
import { qualityQuery } from './queries.ts'

/** Which heaps that is, where they lie, and what was measured of them. */
export function Lots({ storerId, at }: { storerId: string; at: string | undefined }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const wordsOf = useMeasuredWords()
  const { timeZone } = useMe().organisation
  const position = useQuery(positionQuery(at && endOfDay(at, timeZone).toISOString()))
  const lots = position.data?.lines.filter((line) => line.owned && line.storerId === storerId) ?? []
  const quality = useQuery(qualityQuery(lots.map(({ recordId }) => recordId)))
  if (lots.length === 0) return null
  return (
    <div className="stack tight">
      <h2>{m.lots}</h2>
      <div className="panel scroll" tabIndex={0} role="region" aria-label={m.lots}>
        <table className="table mine-lots">
          <thead>
            <tr>
              <th scope="col">{m.lot}</th>
              <th scope="col" className="num">
                {m.weight}
              </th>
              <th scope="col">{m.quality}</th>
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => {
              const { cell, exactStock } = formats.of(lot.commodity.id)
              const measured = quality.data?.get(lot.recordId) ?? []
              return (
                <tr key={lot.recordId}>
                  <th scope="row">
                    <StockLink recordId={lot.recordId}>
                      {[lot.storageName, lot.substorageName].filter(Boolean).join(', ')}
                    </StockLink>
                    <span className="quiet small">
                      {[lot.commodity.name, lot.variety, lot.grade.name, lot.harvestYear]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </th>
                  <td className="num">{cell(exactStock(lot.weight))}</td>
                  <td className="small">
                    {measured.length === 0 ? m.unmeasured : measured.map(wordsOf).join(' · ')}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
