import { parseArgs } from 'node:util'
import { audit, takeStock } from './audit.ts'
import { flowsBetween, openBooks } from './books.ts'
import { bookIfCorrected, correct } from './corrections.ts'
import { enter, plant, type Office } from './enter.ts'
import { makeFarm } from './farm.ts'
import { crops, readSeasons, type Season } from './file.ts'
import { planOf, seasonEnd, type SeasonPlan } from './plan.ts'
import { askPosition, compareWithBooks, sumWhere } from './position.ts'
import { kilograms, openService } from './service.ts'
import type { Slip } from './slips.ts'
import type { Step } from './steps.ts'

/**
 * Enters the Broadbalk wheat of 1852 to 1925 into a running service, through HTTP alone, and compares what the service
 * says lies where at the end of every season with sums over the file, to the gram. Sent again within the week that
 * Idempotency-Keys are kept, it adds nothing.
 *
 * @returns every difference, in a sentence each; none when all is well
 * @example await run({ url: 'http://127.0.0.1:3000', key: 'gk_…', print: console.log })
 */
export async function run({
  url,
  key,
  seasons: howMany,
  print,
}: {
  url: string
  key: string
  /** How many seasons, from the first; all of them when left out. */
  seasons?: number | undefined
  print: (line: string) => void
}): Promise<string[]> {
  const startedAt = performance.now()
  const service = openService(url, key)
  const all = readSeasons()
  const seasons = all.slice(0, howMany)
  const office: Office = {
    service,
    farm: await makeFarm(service, all),
    books: openBooks(),
    plantings: new Map(),
    parcels: new Map(),
    movements: new Map(),
  }
  print(columns('year', 'grain in', 'straw in', 'sold', 'in store', ''))
  const differences: string[] = []
  const desk: Desk = { waiting: [], slips: [] }
  const last = seasons.at(-1)?.year ?? 0
  for (const season of seasons) {
    const found = await enterSeason(office, season, desk)
    print(lineOf(office, season.year, found))
    differences.push(...found.differences)
    for (const slip of desk.slips.splice(0)) {
      // What is still to be found when the last season ends is found then.
      if (slip.slip.foundIn > season.year && season.year < last) {
        desk.slips.push(slip)
        continue
      }
      const corrected = await correct(office, slip, season.year)
      print(`  ${corrected.said}  ${verdict(corrected.differences)}`)
      differences.push(...corrected.differences)
    }
  }
  const audited = [...(await audit(office, seasons)), ...(await takeStock(office, last))]
  differences.push(...audited)
  print(totalLine(office, seasons, differences, (performance.now() - startedAt) / 1000))
  return differences
}

/** What lies on the office's desk from one season to the next. */
interface Desk {
  /** Bays to be emptied. */
  waiting: Step[]
  slips: (SeasonPlan & { slip: Slip })[]
}

interface Found {
  differences: string[]
  inStoreGrams: number
}

async function enterSeason(office: Office, season: Season, desk: Desk): Promise<Found> {
  const { year } = season
  const { service, farm, books } = office
  const plan = planOf(season)
  const isDue = ({ at }: Step) => at < `${year}-08-01`
  for (const step of desk.waiting.filter(isDue)) await enter(office, step)
  desk.waiting = [...desk.waiting.filter((step) => !isDue(step)), ...plan.clearing]

  for (const crop of crops) await plant(office, season, crop)
  for (const step of plan.steps) await enter(office, step)
  await bookIfCorrected(office, plan)
  if (plan.slip) desk.slips.push({ ...plan, slip: plan.slip })

  const position = await askPosition(service, farm, seasonEnd(year))
  return {
    differences: compareWithBooks(books, seasonEnd(year), position),
    inStoreGrams: sumWhere(position.standing),
  }
}

function lineOf({ books }: Office, year: number, { differences, inStoreGrams }: Found): string {
  const { inGrams, soldGrams } = flowsBetween(books, seasonEnd(year - 1), seasonEnd(year))
  const sold = soldGrams.grain + soldGrams.straw
  return columns(
    String(year),
    say(inGrams.grain),
    say(inGrams.straw),
    say(sold),
    say(inStoreGrams),
    verdict(differences),
  )
}

function totalLine(
  { books, service }: Office,
  seasons: Season[],
  differences: string[],
  seconds: number,
): string {
  const { inGrams, soldGrams } = flowsBetween(books, '', seasonEnd(seasons.at(-1)?.year ?? 0))
  const sold = say(soldGrams.grain + soldGrams.straw)
  return (
    columns('all', say(inGrams.grain), say(inGrams.straw), sold, '', verdict(differences)) +
    `  ${seasons.length} seasons, ${service.requests()} requests, ${seconds.toFixed(1)} s`
  )
}

function verdict(differences: string[]): string {
  return differences.length === 0 ? 'OK' : ['DIFFERS', ...differences].join('\n    ')
}

/** Kilograms. */
function say(grams: number): string {
  return kilograms(grams).toLocaleString('en-GB', { minimumFractionDigits: 3 })
}

function columns(year: string, ...cells: [string, string, string, string, string]): string {
  const [grain, straw, sold, inStore, verdict] = cells
  return `${year.padEnd(4)}${[grain, straw, sold, inStore].map((cell) => cell.padStart(15)).join('')}  ${verdict}`.trimEnd()
}

const USAGE = 'node examples/broadbalk/run.ts --url http://127.0.0.1:3000 --key <API key> [--seasons 1…74]'

/** 0 when all agrees with the file, 1 when anything differs or fails, 2 for wrong usage. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, key: { type: 'string' }, seasons: { type: 'string' } },
  })
  const url = values.url ?? process.env['GRANARY_URL'] ?? 'http://127.0.0.1:3000'
  const key = values.key ?? process.env['GRANARY_KEY']
  const seasons = values.seasons === undefined ? undefined : Number(values.seasons)
  if (!key || (seasons !== undefined && !(Number.isInteger(seasons) && seasons > 0))) {
    console.error(
      `Usage: ${USAGE}\nOr set GRANARY_URL and GRANARY_KEY. The key needs the role manager or above.`,
    )
    return 2
  }
  const differences = await run({ url, key, seasons, print: (line) => console.log(line) })
  return differences.length === 0 ? 0 : 1
}

if (import.meta.main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
