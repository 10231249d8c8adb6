import type { Crop } from './file.ts'
import type { Parcel, Step } from './steps.ts'

/**
 * The script's own books: what every bay has to hold, worked out from the figures and nothing that the service says.
 * They are lines of a list, added up anew whenever somebody asks.
 */
export interface Books {
  lines: Line[]
}

type Why = 'harvest' | 'intake' | 'haul' | 'sold' | 'left' | 'lost' | 'emptied'

interface Line {
  at: string
  parcel: Parcel
  why: Why
  /** What comes, or less than 0, goes. Of a bay that was emptied: what is left then, which is known only when it is asked. */
  grams: number
  /** The plot that a load came off. */
  plot?: string
}

/** Grams by parcel, without those that are empty. */
export type Standing = Map<string, number>

export function openBooks(): Books {
  return { lines: [] }
}

export function nameOf({ bay, year }: Parcel): string {
  return `${bay}, harvest ${year}`
}

/** What kind of stock a parcel is. */
export function cropOf({ bay }: Parcel): Crop {
  return bay.startsWith('Straw') ? 'straw' : 'grain'
}

/** Writes down what a step does. */
export function book({ lines }: Books, step: Step): void {
  const { at } = step
  switch (step.kind) {
    case 'harvest':
      lines.push(
        ...step.loads.map(({ plot, grams }): Line => ({ at, parcel: step.to, why: 'harvest', grams, plot })),
      )
      break
    case 'intake':
      lines.push({ at, parcel: step.to, why: 'intake', grams: step.grams })
      break
    case 'sale':
      for (let copy = 0; copy <= step.copies; copy += 1) {
        lines.push({ at, parcel: step.from, why: 'sold', grams: -step.netGrams })
      }
      break
    case 'haul': {
      const { from, to, lost, grams, sold } = step
      if (lost) lines.push({ at, parcel: from, why: 'lost', grams: -lost.grams })
      const isMove = 'bay' in to
      lines.push({ at, parcel: from, why: isMove ? 'haul' : sold ? 'sold' : 'left', grams: -grams })
      if (isMove) lines.push({ at, parcel: to, why: 'haul', grams })
      if (step.empties) lines.push({ at, parcel: from, why: 'emptied', grams: 0 })
    }
  }
}

/** Writes down that a load was heavier than it was entered. */
export function correctLoad({ lines }: Books, year: number, crop: Crop, plot: string, grams: number): void {
  const line = lines.find(
    (each) => each.parcel.year === year && each.plot === plot && cropOf(each.parcel) === crop,
  )
  if (!line) throw new Error(`no ${crop} of ${plot} was harvested in ${year}`)
  line.grams = grams
}

/** Strikes out the load of a sale that was entered twice; done again, it finds nothing to strike out. */
export function strikeSale({ lines }: Books, at: string, copiesEntered: number): void {
  const copies = lines.filter((line) => line.at === at && line.why === 'sold')
  const [doubled] = copies
  if (doubled && copies.length === copiesEntered + 1) lines.splice(lines.indexOf(doubled), 1)
}

/** What lay where just before a moment. */
export function standingAt({ lines }: Books, moment: string): Standing {
  const standing: Standing = new Map()
  for (const { at, parcel, why, grams } of inOrder(lines)) {
    if (at >= moment) break
    const name = nameOf(parcel)
    standing.set(name, why === 'emptied' ? 0 : (standing.get(name) ?? 0) + grams)
  }
  for (const [name, grams] of standing) if (grams === 0) standing.delete(name)
  return standing
}

/** What came and what was sold between two moments. */
export function flowsBetween({ lines }: Books, from: string, to: string) {
  const within = lines.filter(({ at }) => at >= from && at < to)
  const sumOf = (crop: Crop, ...reasons: Why[]) =>
    within
      .filter(({ parcel, why }) => reasons.includes(why) && cropOf(parcel) === crop)
      .reduce((sum, { grams }) => sum + grams, 0)
  return {
    harvestedGrams: { grain: sumOf('grain', 'harvest'), straw: sumOf('straw', 'harvest') },
    inGrams: { grain: sumOf('grain', 'harvest', 'intake'), straw: sumOf('straw', 'harvest') },
    soldGrams: { grain: -sumOf('grain', 'sold'), straw: -sumOf('straw', 'sold') },
  }
}

/** A bay is emptied after all else that happens at that moment. */
function inOrder(lines: Line[]): Line[] {
  return lines.toSorted(
    (a, b) => compareText(a.at, b.at) || Number(a.why === 'emptied') - Number(b.why === 'emptied'),
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
