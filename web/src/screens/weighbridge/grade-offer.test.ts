import { expect, test } from 'vitest'
import { offeredGrade, type GradeLimits } from './grade-offer.ts'

const screenings = (max: number) => ({ name: 'Screenings', min: 0, max })
const protein = (min: number) => ({ name: 'Protein', min, max: 100 })
const grades: GradeLimits[] = [
  { gradeId: 4, name: 'AUH2', rank: 4, measures: [protein(11.5), screenings(5)] },
  { gradeId: 3, name: 'APW1', rank: 3, measures: [protein(10.5), screenings(5)] },
  { gradeId: 9, name: 'AGP1', rank: 9, measures: [screenings(10)] },
  { gradeId: 2, name: 'H2', rank: 2, measures: [protein(11.5), screenings(5)] },
  { gradeId: 1, name: 'APH1', rank: 1, measures: [protein(13), screenings(5)] },
]

test.each([
  { name: 'nothing was measured', figures: {}, chosen: 3, offered: undefined },
  {
    name: 'the limits of the chosen one are met',
    figures: { Protein: 11, Screenings: 5 },
    chosen: 3,
    offered: undefined,
  },
  {
    name: 'over a limit: the next one of which none is broken',
    figures: { Protein: 12, Screenings: 7.1 },
    chosen: 2,
    offered: 'AGP1',
  },
  { name: 'short of protein', figures: { Protein: 11 }, chosen: 2, offered: 'APW1' },
  {
    name: 'all that a better one asks is met',
    figures: { Protein: 12.1, Screenings: 3 },
    chosen: 3,
    offered: 'H2',
  },
  { name: 'a better one is not fully measured', figures: { Protein: 14 }, chosen: 3, offered: undefined },
  { name: 'none is chosen yet', figures: { Protein: 13, Screenings: 5 }, chosen: 0, offered: 'APH1' },
  { name: 'no grade takes it', figures: { Protein: 12, Screenings: 30 }, chosen: 3, offered: undefined },
])('$name', ({ figures, chosen, offered }) => {
  expect(offeredGrade(grades, new Map(Object.entries(figures)), chosen)?.name).toBe(offered)
})
