import type { Report } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Bars } from './bars.tsx'
import { chartOf, type ReportGroup } from './chart.ts'
import { useColumns } from './figures.ts'
import { messages } from './messages.ts'

interface Props {
  report: Report
  group: ReportGroup
}

type Row = ReportGroup['rows'][number]
type Sum = ReportGroup['total']

/** The units of a group are its crop's; of a haulier, whose lorries carry several, they are of any. */
const cropOf = ({ groupedBy }: Report, { group }: ReportGroup) =>
  groupedBy === 'commodity' ? Number(group.id) : undefined

/** One group of a report: bars where there are several rows, and the table that has their figures. */
export function GroupTable({ report, group }: Props) {
  const m = useMessages(messages)
  const { nameOf, write } = useColumns(cropOf(report, group))
  const name = group.group.name || (report.groupedBy === 'haulier' ? m.noHaulier : '–')
  const chart = chartOf(report, group)
  return (
    <section className="panel report-group" aria-label={name}>
      <div className="pad stack tight">
        <h2>{name}</h2>
        {chart && (
          <Bars
            chart={chart}
            label={nameOf(chart.figure.name)}
            written={(value) => write(chart.figure, value)}
          />
        )}
      </div>
      <div className="scroll" tabIndex={0} role="region" aria-label={say(m.figuresOf, { name })}>
        <table className="table sticky report-table">
          <thead>
            <tr>
              {report.labels.map((label) => (
                <th key={label} scope="col">
                  {nameOf(label)}
                </th>
              ))}
              {report.figures.map((figure, at) => (
                <th key={figure.name} scope="col" className={classOf(report, at)}>
                  {nameOf(figure.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {group.rows.map((row) => (
              <RowLine
                key={JSON.stringify(row.labels)}
                report={report}
                row={row}
                columns={{ nameOf, write }}
              />
            ))}
          </tbody>
          <tfoot>
            <SumLine report={report} sum={group.total} columns={{ nameOf, write }} />
          </tfoot>
        </table>
      </div>
    </section>
  )
}

type Columns = ReturnType<typeof useColumns>

function RowLine({ report, row, columns }: { report: Report; row: Row; columns: Columns }) {
  const [first, ...others] = row.labels
  return (
    <tr>
      <th scope="row">{first?.name || '–'}</th>
      {others.map(({ name }, at) => (
        <td key={at} data-label={columns.nameOf(report.labels[at + 1] ?? '')}>
          {name || '–'}
        </td>
      ))}
      <Cells report={report} of={row} columns={columns} />
    </tr>
  )
}

/** The last figure stays in view beside the first column, however many are between them. */
const classOf = ({ figures }: Report, at: number) => (at === figures.length - 1 ? 'num stays' : 'num')

/** The figures of a row or a sum, each above that of the year before. */
function Cells({ report, of, columns }: { report: Report; of: Row | Sum; columns: Columns }) {
  return report.figures.map((figure, at) => (
    <td key={figure.name} className={classOf(report, at)} data-label={columns.nameOf(figure.name)}>
      <span>
        {columns.write(figure, of.figures[at] ?? null)}
        {of.before && (
          <span className="report-before quiet small">{columns.write(figure, of.before[at] ?? null)}</span>
        )}
      </span>
    </td>
  ))
}

function SumLine({ report, sum, columns }: { report: Report; sum: Sum; columns: Columns }) {
  const m = useMessages(messages)
  return (
    <tr>
      <th scope="row" colSpan={report.labels.length}>
        {m.total}
        {sum.commodities > 1 && <span className="quiet small"> {say(m.mixed, { n: sum.commodities })}</span>}
      </th>
      <Cells report={report} of={sum} columns={columns} />
    </tr>
  )
}

/** The sum over all groups, which says that it adds up several commodities. */
export function TotalTable({ report }: { report: Report }) {
  const m = useMessages(messages)
  const { nameOf, write } = useColumns(undefined)
  return (
    <div className="panel report-group">
      <div className="scroll" tabIndex={0} role="region" aria-label={m.all}>
        <table className="table sticky report-table">
          <thead>
            <tr>
              <th scope="col" colSpan={report.labels.length}>
                {m.all}
              </th>
              {report.figures.map((figure, at) => (
                <th key={figure.name} scope="col" className={classOf(report, at)}>
                  {nameOf(figure.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <SumLine report={report} sum={report.total} columns={{ nameOf, write }} />
          </tbody>
        </table>
      </div>
    </div>
  )
}
