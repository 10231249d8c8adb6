import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { HarvestHistory, HarvestPlan } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import type { ReactNode } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { onlyCrop } from '../../stock/only-crop.ts'
import { Clauses } from '../../ui/clauses.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NothingYet } from '../../ui/narrowed.tsx'
import { readNextPage } from '../../ui/pages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { datasetOf, planDetail, planName } from './figures.ts'
import './harvest.css'
import { YieldHistory } from './history.tsx'
import { messages } from './messages.ts'
import { historyQuery, plansTablePath, plansQuery } from './queries.ts'
import { Cut, Variance } from './variance.tsx'
import { YieldBar } from './yield-bar.tsx'

const route = getRouteApi('/harvest')

/** Shows expected and actual yields of the fields: the crops of a harvest year, and the years beside one another. */
export function Harvest() {
  const m = useMessages(messages)
  const maySow = useMay('records:write')
  const asked = route.useSearch().year
  const history = useQuery(historyQuery())
  const years = history.data?.labels.toReversed() ?? []
  const year = asked ?? years[0] ?? ''
  const plans = useInfiniteQuery(plansQuery(year))
  const rows = plans.data?.pages.flat() ?? []
  const error = history.error ?? plans.error
  const isEmpty = history.data !== undefined && years.length === 0
  const again = () => void Promise.all([history.refetch(), plans.refetch()])
  return (
    <>
      <header className="top">
        <h1>{m.title}</h1>
        {!isEmpty && (
          <div className="bar">
            {year !== '' && (
              <SaveTable path={plansTablePath(year)} name={`harvest-${year.replaceAll('/', '-')}`} />
            )}
            {maySow && <SowLink />}
          </div>
        )}
      </header>
      {isEmpty ? (
        <None maySow={maySow} />
      ) : error && !plans.data ? (
        <Failed error={error} again={again} />
      ) : (
        <>
          {years.length > 0 && <Years years={years} current={year} />}
          {plans.data ? (
            <Plans year={year} rows={rows}>
              {history.data && <YearSums history={history.data} year={year} cropId={cropOf(rows)} />}
            </Plans>
          ) : (
            <Skeleton rows={4} />
          )}
          {plans.hasNextPage && (
            <button
              type="button"
              className="button start"
              disabled={plans.isFetching}
              onClick={() => void readNextPage(plans)}
            >
              {m.more}
            </button>
          )}
          {history.data && years.length > 0 && <YieldHistory />}
        </>
      )}
    </>
  )
}

function SowLink() {
  const m = useMessages(messages)
  return (
    <Link to="/harvest/plantings" className="button primary">
      <Icon name="plus" />
      {m.sow}
    </Link>
  )
}

/** Explains, while no crop is entered, what to do first. */
function None({ maySow }: { maySow: boolean }) {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return (
    <NothingYet icon="leaf" title={m.none} hint={m.noneHint}>
      {maySow ? (
        <div className="bar">
          <SowLink />
          <Link to="/import" search={{ kind: 'fields' }} className="button">
            {m.importFields}
          </Link>
        </div>
      ) : (
        <p>{say(m.mayNot, { organisation: organisation.name })}</p>
      )}
    </NothingYet>
  )
}

function Years({ years, current }: { years: string[]; current: string }) {
  const m = useMessages(messages)
  return (
    <nav className="year-tabs" aria-label={m.years}>
      {years.map((year) => (
        <Link
          key={year}
          to="/harvest"
          search={{ year }}
          replace
          aria-current={year === current ? 'page' : undefined}
          aria-label={say(m.yearIs, { year })}
        >
          {year}
        </Link>
      ))}
    </nav>
  )
}

function Plans({ year, rows, children }: { year: string; rows: HarvestPlan[]; children: ReactNode }) {
  const m = useMessages(messages)
  if (rows.length === 0)
    return (
      <div className="panel nothing">
        <p className="quiet">{say(m.noneOfYear, { year })}</p>
      </div>
    )
  return (
    <section className="stack" aria-label={say(m.plans, { year })}>
      <Legend />
      <ul className="plans">
        {rows.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
        {children}
      </ul>
    </section>
  )
}

const cropOf = (plans: HarvestPlan[]) => onlyCrop(plans.map(({ commodity }) => commodity.commodity.id))

/** All crops of a year in one row below them: weight and area. */
function YearSums(props: { history: HarvestHistory; year: string; cropId: number | undefined }) {
  const { history, year, cropId } = props
  const m = useMessages(messages, cropId)
  const formats = useFormats(cropId)
  const place = history.labels.indexOf(year)
  if (place < 0) return null
  const of = (label: string) => datasetOf(history, label)[place] ?? 0
  return (
    <li className="panel year-sums">
      <Clauses
        text={say(m.yearSums, {
          harvested: formats.stock(of('harvested')),
          predicted: formats.stock(of('predicted')),
          area: formats.area(of('area')),
        })}
      />
    </li>
  )
}

/** Explains the parts of a bar. */
function Legend() {
  const m = useMessages(messages)
  return (
    <div className="bar small quiet legend" aria-hidden="true">
      <span>
        <i className="legend-harvested" /> {m.harvested}
      </span>
      <span>
        <i className="legend-projected" /> {m.projected}
      </span>
      <span>
        <i className="legend-predicted" /> {m.predicted}
      </span>
    </div>
  )
}

function PlanCard({ plan }: { plan: HarvestPlan }) {
  const commodityId = plan.commodity.commodity.id
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const { summary } = plan
  const tones = { planned: 'badge', harvesting: 'badge grain', harvested: 'badge good', empty: 'badge' }
  const names = { planned: m.planned, harvesting: m.harvesting, harvested: m.done, empty: m.empty }
  const words = say(summary.fieldsWithoutCutArea > 0 ? m.barWordsUncut : m.barWords, {
    harvested: formats.stock(summary.totalHarvestedYield),
    projected: formats.stock(summary.totalProjectedYield),
    predicted: formats.stock(summary.totalPredictedYield),
  })
  return (
    <li className="panel plan-card">
      <div className="bar apart">
        <span>
          <Link to="/harvest/$planId" params={{ planId: plan.id }} className="plan-link">
            {planName(plan)}
          </Link>{' '}
          <span className="quiet small">{planDetail(plan)}</span>
        </span>
        <span className={tones[plan.status]}>{names[plan.status]}</span>
      </div>
      <YieldBar plan={plan} />
      <div className="bar apart small">
        <span>
          <Clauses text={words} />
        </span>
        <Variance plan={plan} />
      </div>
      <span className="quiet small">
        {say(m.fields, { n: new Set(plan.records.map(({ harvest }) => harvest.fieldId)).size })} ·{' '}
        <Cut plan={plan} />
      </span>
    </li>
  )
}
