import type { Chosen } from './chosen.ts'
import type { Draft } from './draft.ts'
import type { Ground } from './ground.ts'

/** Props of each part of the form of a lorry. */
export interface FieldsProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  ground: Ground
  chosen: Chosen
  /** True once somebody has tried to save: only then are faults shown. */
  isTried: boolean
}
