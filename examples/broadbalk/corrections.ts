import { correctLoad, strikeSale, type Books } from './books.ts'
import { placeOf, plantingName, type Office } from './enter.ts'
import { seasonEnd, type SeasonPlan } from './plan.ts'
import { askPosition, compareWithBooks, sumWhere } from './position.ts'
import { grams, kilograms } from './service.ts'
import type { Slip } from './slips.ts'
import type { Harvest, Sale } from './steps.ts'

interface Movement {
  status: string
  inventory: { commodity: { weight: { weight: number } } }
}

/**
 * Run a second time, the service has had the correction long before its turn comes. The books then start from what is
 * there: otherwise every comparison until then would find the difference that the correction made.
 */
export async function bookIfCorrected(office: Office, { year, slip, steps }: SeasonPlan): Promise<void> {
  if (!slip) return
  const wrong = wrongMovement(office, slip, steps)
  const { status, inventory } = await office.service.get<Movement>(`movements/${wrong}`)
  const isCorrected =
    slip.kind === 'wrong row'
      ? grams(inventory.commodity.weight.weight) === slip.trueGrams
      : status === 'deleted'
  if (isCorrected) bookCorrection(office.books, year, slip, steps)
}

/**
 * Corrects a slip at its own date, and looks at every season end since then: only those that the slip names may change,
 * and by what was wrong, to the gram.
 *
 * @returns what was done, and what differs from that
 */
export async function correct(
  office: Office,
  plan: SeasonPlan & { slip: Slip },
  now: number,
): Promise<{ said: string; differences: string[] }> {
  const { service, farm, books } = office
  const { year, slip } = plan
  const years = Array.from({ length: now - year + 1 }, (_, index) => year + index)
  const sums = async () => {
    const found: number[] = []
    for (const each of years)
      found.push(sumWhere((await askPosition(service, farm, seasonEnd(each))).standing))
    return found
  }
  const before = await sums()
  const isReplayed = await sendCorrection(office, plan)
  const after = await sums()
  const missing = bookCorrection(books, year, slip, plan.steps)
  const differences: string[] = []
  for (const [index, each] of years.entries()) {
    const expected = !isReplayed && slip.changes.includes(each) ? missing : 0
    const changed = (after[index] ?? 0) - (before[index] ?? 0)
    if (changed !== expected)
      differences.push(
        `the correction of ${year} changed the end of ${each} by ${changed} g, not ${expected} g`,
      )
    const position = await askPosition(service, farm, seasonEnd(each))
    differences.push(...compareWithBooks(books, seasonEnd(each), position))
  }
  const what =
    slip.kind === 'wrong row'
      ? `${slip.plot}’s ${slip.crop} had another plot’s figure`
      : 'a sale was entered twice'
  const ends = slip.changes.filter((each) => each <= now).join(', ')
  const done = isReplayed
    ? 'was corrected before'
    : `corrected: +${kilograms(missing)} kg at the end of ${ends}, no other end changed`
  return { said: `${year}: ${what}; ${done}`, differences }
}

function bookCorrection(books: Books, year: number, slip: Slip, steps: SeasonPlan['steps']): number {
  if (slip.kind === 'wrong row') {
    correctLoad(books, year, slip.crop, slip.plot, slip.trueGrams)
    return slip.trueGrams - slip.enteredGrams
  }
  const { at, netGrams, copies } = saleOf(steps)
  strikeSale(books, at, copies)
  return netGrams
}

/** Whether it had been sent before. */
async function sendCorrection(
  office: Office,
  { year, slip, steps }: SeasonPlan & { slip: Slip },
): Promise<boolean> {
  const { service, farm, plantings, parcels } = office
  const path = `movements/${wrongMovement(office, slip, steps)}`
  if (slip.kind === 'entered twice') {
    const recordId = parcels.get(`Bay 1, harvest ${year}`)
    return (await service.send('DELETE', path, `${year}-correction`, { recordId })).isReplayed
  }
  const { step } = loadOf(slip, steps)
  const body = {
    recordId: plantings.get(plantingName(slip.crop, year, slip.plot)),
    weight: kilograms(slip.trueGrams),
    movementDateISO: step.at,
    destination: placeOf(farm, step.to),
  }
  return (await service.send('PUT', path, `${year}-correction`, body)).isReplayed
}

function wrongMovement({ movements }: Office, slip: Slip, steps: SeasonPlan['steps']): string {
  const { step, index } = slip.kind === 'wrong row' ? loadOf(slip, steps) : { step: saleOf(steps), index: -1 }
  const id = movements.get(step.key)?.at(index)
  if (id === undefined) throw new Error(`${step.key} made no such movement`)
  return id
}

function loadOf(
  { crop, plot }: Slip & { kind: 'wrong row' },
  steps: SeasonPlan['steps'],
): { step: Harvest; index: number } {
  for (const step of steps) {
    if (step.kind !== 'harvest' || step.crop !== crop) continue
    const index = step.loads.findIndex((load) => load.plot === plot)
    if (index !== -1) return { step, index }
  }
  throw new Error(`no ${crop} of ${plot} is harvested`)
}

function saleOf(steps: SeasonPlan['steps']): Sale {
  const sale = steps.find((step) => step.kind === 'sale')
  if (!sale) throw new Error('every season has a sale')
  return sale
}
