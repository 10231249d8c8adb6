import type { Chosen } from './chosen.ts'
import type { Draft } from './draft.ts'
import type { Ground } from './ground.ts'

/** What each part of the form of a lorry is given. */
export interface FieldsProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  ground: Ground
  chosen: Chosen
  /** What is wrong is said once somebody has tried to save. */
  isTried: boolean
}
