import type { BayCheck, Me } from '../../api/operations.ts'
import type { CheckHere, TypedCheck } from '../../offline/bay-checks.ts'
import type { Entered } from '../../offline/tickets.ts'
import type { Bay } from '../../stock/bays.ts'
import { typedProbes } from './typed-probes.ts'

/** Findings of each kind that somebody may choose. */
export const checkChoices = {
  insects: ['none', 'few', 'many'],
  smell: ['sound', 'musty', 'sour', 'foreign'],
  rodents: ['none', 'traces', 'seen'],
} as const
export type Looked = keyof typeof checkChoices

export const blankCheck = (id: string): TypedCheck => ({
  id,
  probes: '',
  moisture: '',
  insects: '',
  smell: '',
  rodents: '',
  note: '',
  day: '',
  time: '',
})

/** Findings as they are shown and sent; null where nobody looked. */
export type Found = Pick<BayCheck, 'temperatures' | 'moisture' | Looked>

/** Reads a percentage, null where nothing is typed; NaN where it is none. */
export const typedMoisture = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.replace(',', '.'))

/** Reads what was found; undefined where a figure is none. */
export function foundIn(typed: TypedCheck): Found | undefined {
  const temperatures = typedProbes(typed.probes)
  const moisture = typedMoisture(typed.moisture)
  if (!temperatures || Number.isNaN(moisture)) return undefined
  return {
    temperatures,
    moisture,
    insects: checkChoices.insects.find((each) => each === typed.insects) ?? null,
    smell: checkChoices.smell.find((each) => each === typed.smell) ?? null,
    rodents: checkChoices.rodents.find((each) => each === typed.rodents) ?? null,
  }
}

/** True if a form says nothing of the bay. */
export const isBlankCheck = ({ id: _id, day: _day, time: _time, ...found }: TypedCheck): boolean =>
  Object.values(found).every((each) => each.trim() === '')

interface Checked {
  /** Made when it is saved; that of the check that is corrected. */
  id: string
  bay: Pick<Bay, 'storeId' | 'bayId' | 'store' | 'name'>
  me: Pick<Me, 'organisation'>
  found: Found
  at: Date
}

/** A check as it is kept on this device, and what is sent of it: with its moment, so that it is the same check whoever sends it. */
export function checkHereOf(typed: TypedCheck, { id, bay, me, found, at }: Checked): [CheckHere, Entered] {
  const closedAt = at.toISOString()
  const { storeId, bayId } = bay
  const check: CheckHere = {
    id,
    number: 0,
    organisationId: me.organisation.id,
    kind: 'check',
    asTyped: typed,
    storeId,
    bayId,
    closedAt,
  }
  const body = { ...found, substorageId: bayId, checkedAtISO: closedAt, note: typed.note.trim() }
  const path = `/api/inventory/storage/${storeId}/checks`
  const title = [bay.store, bay.name].filter(Boolean).join(', ')
  return [check, { title, method: 'POST', path, body, step: 'first' }]
}
