import type { HarvestPlan } from '../../api/operations.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { barOf } from './figures.ts'

/** Harvested, projected and expected as one bar; the words beside it say the same. */
export function YieldBar({ plan }: { plan: HarvestPlan }) {
  const { harvested, projected, predicted } = barOf(plan)
  const background = colourOf(plan.commodity.commodity.id)
  return (
    <div className="yield-bar" aria-hidden="true">
      <i className="yield-projected" style={{ width: `${projected}%`, color: background }} />
      <i style={{ width: `${harvested}%`, background }} />
      <b style={{ insetInlineStart: `${predicted}%` }} />
    </div>
  )
}
