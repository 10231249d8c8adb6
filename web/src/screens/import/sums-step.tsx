import { useNavigate } from '@tanstack/react-router'
import type { FileImportResult, ImportFileTotal, ImportSums } from '../../api/operations.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import type { ImportDraft } from './draft.ts'
import { enter, useImportWork } from './import-work.ts'
import type { Tried } from './try-file.ts'
import { ImportRefusal, StepFoot } from './step-line.tsx'
import { sumsMessages } from './sums-messages.ts'

/** Compares the sums of the rows with those the file states itself: the last look before anything is entered. */
export function SumsStep({ draft, tried }: { draft: ImportDraft; tried: Tried }) {
  const m = useMessages(sumsMessages)
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { isTrying, isStale, refused } = useImportWork()
  const { result } = tried
  const wrong = result ? result.validation + result.errors : 0
  const go = () => {
    void enter()
    void navigate({ to: '/import', search: { kind: draft.kind, step: 'entering' } })
  }
  return (
    <>
      {refused !== undefined && <ImportRefusal error={refused} />}
      {!result && refused === undefined && tried.error !== undefined && <ImportRefusal error={tried.error} />}
      {result && (
        <>
          <ImportCounts result={result} />
          {wrong > 0 && (
            <div className="note">
              <Icon name="warn" />
              {say(m.stayOut, { n: wrong })}
            </div>
          )}
          <TotalsOfFile totals={result.fileTotals} />
          <ImportedSums sums={result.sums} />
        </>
      )}
      <StepFoot back={{ kind: draft.kind, step: 'rows' }}>
        {result && result.success === 0 && <span className="wizard-said quiet small">{m.nothingNew}</span>}
        {result && (
          <button
            type="button"
            className="button primary"
            disabled={!isOnline || isTrying || isStale || result.success === 0}
            onClick={go}
          >
            {say(m.enter, { n: result.success })}
          </button>
        )}
      </StepFoot>
    </>
  )
}

/** Counts the rows by their result. */
export function ImportCounts({
  result,
}: {
  result: Pick<FileImportResult, 'success' | 'changed' | 'unchanged' | 'leftOut' | 'validation' | 'errors'>
}) {
  const m = useMessages(sumsMessages)
  const formats = useFormats()
  const { success, changed, unchanged, leftOut, validation, errors } = result
  const counts: [name: string, count: number, looks: string][] = [
    [m.fresh, success - changed, 'good'],
    [m.changed, changed, ''],
    [m.unchanged, unchanged, ''],
    [m.leftOut, leftOut, ''],
    [m.wrong, validation + errors, 'bad'],
  ]
  return (
    <dl className="counts">
      {counts
        .filter(([, count], index) => index === 0 || count > 0)
        .map(([name, count, looks]) => (
          <div key={name} className={`panel count ${count > 0 ? looks : ''}`}>
            <dt className="quiet small">{name}</dt>
            <dd>{formats.whole(count)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The sums that the file has of its own, beside what its rows add up to. */
export function TotalsOfFile({ totals }: { totals: ImportFileTotal[] }) {
  const m = useMessages(sumsMessages)
  const formats = useFormats()
  // A figure of the file, in whatever unit that has.
  const signed = (value: number) => `${value > 0 ? '+' : ''}${formats.figure(value)}`
  return (
    <section className="panel list" aria-labelledby="totals">
      <header>
        <h2 id="totals">{m.totals}</h2>
        {totals.length === 0 && <p className="quiet small">{m.noTotals}</p>}
      </header>
      {totals.length > 0 && (
        <div className="scroll" tabIndex={0} role="group" aria-labelledby="totals">
          <table className="table sums">
            <thead>
              <tr>
                <th scope="col">{m.fileSays}</th>
                <th scope="col" className="num">
                  {m.inFile}
                </th>
                <th scope="col" className="num">
                  {m.rowsSum}
                </th>
              </tr>
            </thead>
            <tbody>
              {totals.map(({ row, text, column, value, sum, agrees }) => (
                <tr key={`${row} ${column}`}>
                  <th scope="row">
                    {text} · {column}
                    <span className="quiet small"> {say(m.row, { row })}</span>{' '}
                    <span className={agrees ? 'badge good' : 'badge bad'}>
                      {agrees ? m.agrees : say(m.differs, { by: signed(value - sum) })}
                    </span>
                  </th>
                  <td className="num">{formats.figure(value)}</td>
                  <td className="num strong">{formats.figure(sum)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const loadKinds = ['intake', 'harvest_load', 'internal', 'outbound'] as const
const isLoad = (kind: string): kind is (typeof loadKinds)[number] => loadKinds.some((each) => each === kind)

/** Lists the sums of the rows by grain, by store or field, and by owner; loads by where they go. */
export function ImportedSums({ sums }: { sums: ImportSums }) {
  const m = useMessages(sumsMessages)
  const loads = (sums.loads ?? []).map(({ movement, store, commodity, ...sum }) => ({
    ...sum,
    name: [isLoad(movement) ? m[movement] : movement, store, commodity].filter(Boolean).join(' · '),
    areaHectares: 0,
  }))
  if (loads.length > 0) return <SumTable title={m.byLoad} rows={loads} all={undefined} />
  const parts: [string, ImportSums['stores']][] = [
    [m.byGrain, sums.commodities],
    [m.byPlace, sums.stores],
    [m.byOwner, sums.owners],
  ]
  return parts.map(
    ([title, rows]) =>
      rows.length > 0 && <SumTable key={title} title={title} rows={rows} all={sums.stored} />,
  )
}

/** Enough to compare with what somebody knows; those with the most rows come first. */
const SHOWN = 20

interface SumTableProps {
  title: string
  rows: ImportSums['stores']
  /** Left out where the rows are not added up. */
  all: ImportSums['stored'] | undefined
}

function SumTable({ title, rows, all }: SumTableProps) {
  const m = useMessages(sumsMessages)
  const formats = useFormats()
  const left = rows.length - SHOWN
  const hasWeight = rows.some(({ weightKilograms }) => weightKilograms > 0)
  const hasArea = rows.some(({ areaHectares }) => areaHectares > 0)
  const figures = (sum: ImportSums['stored']) => (
    <>
      <td className="num">{formats.whole(sum.rows)}</td>
      {hasWeight && <td className="num strong">{formats.weight(sum.weightKilograms)}</td>}
      {hasArea && (
        <td className="num strong">
          {formats.area(sum.areaHectares)} {formats.areaUnit}
        </td>
      )}
    </>
  )
  return (
    <section className="panel list">
      <div className="scroll" tabIndex={0} role="group" aria-label={title}>
        <table className="table sums">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col" className="num">
                {m.rows}
              </th>
              {hasWeight && (
                <th scope="col" className="num">
                  {m.weight}
                </th>
              )}
              {hasArea && (
                <th scope="col" className="num">
                  {m.area}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((each) => (
              <tr key={each.name}>
                <th scope="row">{each.name}</th>
                {figures(each)}
              </tr>
            ))}
          </tbody>
          {rows.length > 1 && (all ?? left > 0) && (
            <tfoot>
              {left > 0 && (
                <tr>
                  <td className="quiet" colSpan={4}>
                    {say(m.andMore, { n: left })}
                  </td>
                </tr>
              )}
              {all && (
                <tr>
                  <th scope="row">{m.all}</th>
                  {figures(all)}
                </tr>
              )}
            </tfoot>
          )}
        </table>
      </div>
    </section>
  )
}
