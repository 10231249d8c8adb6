import { part, sumOf, type Plot } from './file.ts'
import { partners, type Bay, type Parcel, type Step } from './steps.ts'

const strawBays: readonly Bay[] = ['Straw bay 1', 'Straw bay 2', 'Straw bay 3']
const YEARS_KEPT = strawBays.length

/** Straw is sold by half, and the rest kept until its bay is needed again: each harvest has one of its own. */
export function planStraw(year: number, plots: Plot[]): { steps: Step[]; clearing: Step[] } {
  const barn: Parcel = { bay: strawBays[year % YEARS_KEPT] ?? 'Straw bay 1', year }
  const straw = sumOf(plots, 'straw')
  const half = part(straw, 1, 2)
  const haul = { kind: 'haul', from: barn } as const
  return {
    steps: [
      {
        kind: 'harvest',
        key: `${year}-straw`,
        at: `${year}-08-27T18:00`,
        crop: 'straw',
        to: barn,
        loads: plots.map(({ plot, grams }) => ({ plot, grams: grams.straw })),
      },
      {
        ...haul,
        key: `${year}-straw-sale`,
        at: `${year}-12-12T12:00`,
        to: partners.strawDealer,
        sold: true,
        grams: half,
        empties: false,
      },
    ],
    clearing: [
      {
        ...haul,
        key: `${year}-straw-rest`,
        at: `${year + YEARS_KEPT}-07-15T12:00`,
        to: partners.homeFarm,
        sold: false,
        grams: part(straw - half, 9, 10),
        empties: true,
      },
    ],
  }
}
