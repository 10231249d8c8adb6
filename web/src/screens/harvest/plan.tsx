import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { HarvestPlan } from '../../api/operations.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { Areas } from './areas.tsx'
import { planDetail, planName } from './figures.ts'
import './harvest.css'
import { HarvestLoads } from './loads.tsx'
import { messages } from './messages.ts'
import { planMessages } from './plan-messages.ts'
import { planQuery } from './queries.ts'
import { Cut, Variance } from './variance.tsx'
import { YieldBar } from './yield-bar.tsx'

const route = getRouteApi('/harvest/$planId')

/** One crop of a harvest year: what it is to bring, field by field, and its loads. */
export function Plan() {
  const m = useMessages(planMessages)
  const { planId } = route.useParams()
  const { data, error, refetch } = useQuery(planQuery(planId))
  if (!data) return <NotRead title={m.back} error={error} again={refetch} />
  const { result: plan, etag } = data
  return (
    <>
      <header className="top">
        <div>
          <Link to="/harvest" search={{ year: plan.harvestYear }} className="back">
            <Icon name="left" size={18} />
            {m.back} {plan.harvestYear}
          </Link>
          <h1>{planName(plan)}</h1>
          <p className="quiet">{planDetail(plan)}</p>
        </div>
      </header>
      <Figures plan={plan} />
      <Areas plan={plan} etag={etag} />
      <HarvestLoads plan={plan} />
    </>
  )
}

function Figures({ plan }: { plan: HarvestPlan }) {
  const m = useMessages(planMessages)
  const words = useMessages(messages)
  const formats = useFormats(plan.commodity.commodity.id)
  const { summary } = plan
  const figures = [
    [words.harvested, formats.stockWeight(summary.totalHarvestedYield)],
    [
      words.projected,
      summary.fieldsWithoutCutArea > 0 ? '–' : formats.stockWeight(summary.totalProjectedYield),
    ],
    [words.predicted, formats.stockWeight(summary.totalPredictedYield)],
    [
      m.moisture,
      summary.averageMoistureContent === 0
        ? m.notMeasured
        : `${formats.figure(summary.averageMoistureContent)} %`,
    ],
  ] as const
  return (
    <section className="panel pad stack" aria-label={m.figures}>
      <dl className="plan-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <YieldBar plan={plan} />
      <div className="bar apart small">
        <span className="quiet">
          <Cut plan={plan} />
        </span>
        <Variance plan={plan} />
      </div>
    </section>
  )
}
