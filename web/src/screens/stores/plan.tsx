import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Bay } from '../../stock/bays.ts'
import { ConflictBadge } from '../../stock/conflict-badge.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { lineOf, stepsOf, type PlanStep } from './plan-line.ts'
import { bayPlanQuery } from './store-queries.ts'
import { storePageMessages } from './store-messages.ts'

/** Shows the plan of a bay: as a stepped line, in words, and movement by movement. */
export function BayPlan({ bay }: { bay: Bay }) {
  const m = useMessages(storePageMessages, bay.cropId)
  const formats = useFormats(bay.cropId)
  const plan = useQuery(bayPlanQuery(bay.storeId, bay.bayId))
  if (plan.isError && !plan.data) return <Failed error={plan.error} again={() => void plan.refetch()} />
  if (!plan.data) return <Skeleton rows={1} />
  const steps = stepsOf(bay.weight, plan.data.movements)
  const last = steps.at(-1)
  const said = new Map(plan.data.conflicts.map(({ movementId, message }) => [movementId, message]))
  return (
    <section className="panel list" aria-label={m.plan}>
      <header>
        <h2>{m.plan}</h2>
      </header>
      <div className="pad stack">
        {last ? (
          <p>
            {say(m.planWords, {
              n: steps.length,
              now: formats.stock(bay.weight),
              end: formats.stock(last.after),
            })}
          </p>
        ) : (
          <p className="quiet">{m.noPlan}</p>
        )}
        {last && <PlanPicture bay={bay} steps={steps} now={plan.dataUpdatedAt} />}
      </div>
      {last && (
        <ul>
          {steps.map((step) => (
            <PlannedStep
              key={step.id}
              step={step}
              message={said.get(step.movementId)}
              commodityId={bay.cropId}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function PlanPicture({ bay, steps, now }: { bay: Bay; steps: PlanStep[]; now: number }) {
  const m = useMessages(storePageMessages, bay.cropId)
  const formats = useFormats(bay.cropId)
  const line = lineOf(now, bay.weight, steps, bay.capacity)
  return (
    <div className="plan" aria-hidden="true">
      <div className="plan-box">
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none">
          <path className="plan-area" d={line.area} />
          <path className="plan-ground" d={`M0 ${line.zeroY} H1000`} />
          {line.capacityY !== undefined && (
            <path className="plan-capacity" d={`M0 ${line.capacityY} H1000`} />
          )}
          <path className="plan-line" d={line.path} />
        </svg>
        {line.marks.map(({ id, x, y, isConflict }) => (
          <i
            key={id}
            className={isConflict ? 'plan-mark wrong' : 'plan-mark'}
            style={{ insetInlineStart: `${x}%`, top: `${y}%` }}
          />
        ))}
        {line.capacityY !== undefined && bay.capacity !== undefined && (
          <span className="plan-word small quiet" style={{ top: `${line.capacityY}%` }}>
            {say(m.planCapacity, { t: formats.plainStock(bay.capacity) })}
          </span>
        )}
      </div>
      <div className="bar apart small quiet">
        <span>{m.planNow}</span>
        <span>{formats.dayMonth(formats.dayOf(line.until))}</span>
      </div>
    </div>
  )
}

interface StepProps {
  step: PlanStep
  message: string | undefined
  commodityId: number | undefined
}

function PlannedStep({ step, message, commodityId }: StepProps) {
  const m = useMessages(storePageMessages, commodityId)
  const formats = useFormats(commodityId)
  const { change, conflict, on } = step
  return (
    <li className="row">
      <span>
        <span className="strong">{formats.moment(on)}</span>
        {conflict === 'none' ? (
          <span className="quiet small">{change > 0 ? m.in : m.out}</span>
        ) : (
          <span className="plan-fault">
            <ConflictBadge conflict={{ kind: conflict, on, weight: 0 }} commodityId={commodityId} isShort />
            {message && <span className="small">{message}</span>}
          </span>
        )}
      </span>
      <span className="num">
        <b>{step.isUnweighed ? m.unweighed : `${formats.signedStock(change)} ${formats.stockUnit}`}</b>
        <span className={step.after < 0 ? 'fault' : 'quiet small'}>
          {say(m.after, { t: formats.exactStock(step.after) })}
        </span>
      </span>
    </li>
  )
}
