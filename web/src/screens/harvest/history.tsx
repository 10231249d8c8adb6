import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { HarvestHistory } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { catalogueQuery } from '../../stock/queries.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Choice, Segmented } from '../../ui/parts.tsx'
import { datasetOf } from './figures.ts'
import { messages } from './messages.ts'
import { historyQuery } from './queries.ts'

const TimeChart = lazily(async () => (await import('../../ui/time-chart.tsx')).TimeChart)

/** The harvest years beside one another: as lines, and as a table that says the same. */
export function YieldHistory() {
  const m = useMessages(messages)
  const [commodity, choose] = useState('')
  const [drawn, draw] = useState<'weight' | 'perHectare'>('weight')
  const commodityId = commodity === '' ? undefined : Number(commodity)
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  const { data } = useQuery({
    ...historyQuery(commodity === '' ? undefined : commodity),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="panel pad stack" aria-label={m.history}>
      <div className="bar apart">
        <h2>{m.history}</h2>
        <div className="bar history-choices">
          <Choice label={m.grain} value={commodity} onChange={choose}>
            <option value="">{m.allGrain}</option>
            {catalogue.data?.flatMap(({ items }) =>
              items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              )),
            )}
          </Choice>
          <Segmented
            label={m.what}
            value={drawn}
            options={{ weight: m.weight, perHectare: m.perHectare }}
            onChange={draw}
          />
        </div>
      </div>
      {data && data.labels.length > 1 && <Lines history={data} drawn={drawn} commodityId={commodityId} />}
      {data && data.labels.length <= 1 && <p className="quiet">{m.needsTwo}</p>}
      {data && data.labels.length > 0 && <HistoryTable history={data} commodityId={commodityId} />}
    </section>
  )
}

interface OfCrop {
  history: HarvestHistory
  /** Undefined where it is all grain. */
  commodityId: number | undefined
}

function Lines({ history, drawn, commodityId }: OfCrop & { drawn: 'weight' | 'perHectare' }) {
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const lines = useMemo(() => {
    const line = (name: string, label: string, colour: string) => ({
      name,
      colour,
      values: datasetOf(history, label),
    })
    return drawn === 'perHectare'
      ? [line(m.perHectareOf, 'yield', 'var(--good)')]
      : [
          { ...line(m.predictedOf, 'predicted', 'var(--plan)'), isDashed: true },
          line(m.harvestedOf, 'harvested', 'var(--grain-text)'),
        ]
  }, [history, drawn, m])
  const unit = drawn === 'perHectare' ? formats.yieldSize : formats.stockSize
  const written = drawn === 'perHectare' ? formats.yieldOf : formats.plainStock
  return (
    <>
      <div className="bar small quiet" aria-hidden="true">
        {lines.map(({ name, colour }) => (
          <span key={name} className="bar chart-key">
            <i style={{ background: colour }} /> {name}
          </span>
        ))}
      </div>
      <TimeChart labels={history.labels} {...{ lines, written, unit }} />
    </>
  )
}

function HistoryTable({ history, commodityId }: OfCrop) {
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const columns: [name: string, label: string, written: (value: number) => string][] = [
    [m.predictedOf, 'predicted', formats.stock],
    [m.harvestedOf, 'harvested', formats.stock],
    [m.area, 'area', formats.area],
    [m.areaCut, 'areaHarvested', formats.area],
    [m.perHectareOf, 'yield', formats.yieldOf],
  ]
  return (
    <details className="history-table">
      <summary>{m.asTable}</summary>
      <div className="scroll" tabIndex={0} role="group" aria-label={m.history}>
        <table className="table" aria-label={m.history}>
          <thead>
            <tr>
              <th scope="col">{m.year}</th>
              {columns.map(([name]) => (
                <th key={name} scope="col" className="num">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {history.labels
              .map((year, index) => (
                <tr key={year}>
                  <th scope="row">{year}</th>
                  {columns.map(([name, label, written]) => (
                    <td key={name} className="num">
                      {written(datasetOf(history, label)[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </div>
    </details>
  )
}
