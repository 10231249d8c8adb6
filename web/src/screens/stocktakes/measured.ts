import type { MeasuredHeap } from '../../api/heap.ts'
import type { StocktakeCount } from '../../api/operations.ts'
import type { TypedCount } from '../../offline/bay-counts.ts'

type HowMeasured = NonNullable<StocktakeCount['howMeasured']>
type Volume = NonNullable<HowMeasured['volume']>

const hasLength = (entry: [string, number | undefined]): entry is [string, number] => (entry[1] ?? 0) > 0

/** Tells the service how a heap was measured. The calculator has the height of a ridge from the floor, the service what stands above the wall side. */
export function volumeOf({ lengthsMetres, form, top, ...others }: MeasuredHeap): Volume {
  const { length, width, diameter, depth, peak, cone, hopper } = lengthsMetres
  const above = cone ?? (peak === undefined ? undefined : Math.round((peak - (depth ?? 0)) * 1e6) / 1e6)
  const lengths = { length, width, diameter, height: depth, topHeight: above, hopperHeight: hopper }
  return {
    form,
    top,
    lengthsMetres: Object.fromEntries(Object.entries(lengths).filter(hasLength)),
    ...others,
  }
}

/** Tells the service how a bay was counted; undefined where nobody has said. */
export function howMeasuredOf({ isWeighed, heap }: Pick<TypedCount, 'isWeighed' | 'heap'>) {
  if (heap) return { method: 'estimated' as const, volume: volumeOf(heap) }
  return isWeighed ? { method: 'weighed' as const } : undefined
}
