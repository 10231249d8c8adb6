import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'
import {
  count,
  CROP,
  cut,
  enterPaper,
  goTo,
  kg,
  plant,
  positionSums,
  printed,
  weighOnce,
  weighTwice,
  type Load,
  type PaperTicket,
} from './walk-harvest.ts'
import { waterfall } from './walk.ts'

// A farm's harvest week. Monday to Thursday are the four days before this one; Friday is today, when the lorries are weighed live.

const DAY_MS = 86_400_000
const dayBefore = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now() - days * DAY_MS)
const [thursday, wednesday, tuesday, monday] = [1, 2, 3, 4].map(dayBefore) as [string, string, string, string]
const year = dayBefore(0).slice(0, 4)

const MEADOW = 'Long Meadow'
const TOP = 'Top Field'
const BEGINNING: PaperTicket[] = [
  // 15,240 and 15,020: 30,260 kg
  {
    field: MEADOW,
    plate: 'HF12 TRA',
    full: 24_360,
    empty: 9120,
    moisture: '15.8',
    day: monday,
    number: 'P-101',
  },
  { field: MEADOW, plate: 'HF12 TRA', full: 24_180, empty: 9160, day: tuesday, number: 'P-102' },
]
const MIDDLE: PaperTicket[] = [
  // 16,320 and 15,480: 31,800 kg
  { field: TOP, plate: 'HF14 TRB', full: 25_460, empty: 9140, day: wednesday, number: 'P-103' },
  { field: TOP, plate: 'HF14 TRB', full: 24_560, empty: 9080, day: thursday, number: 'P-104' },
]
/** 15,900 kg: Bay 1 has 77,960 of its 80,000 then. */
const TWICE: Load = { field: MEADOW, plate: 'HF12 TRA', full: 25_040, empty: 9140, moisture: '14.6' }
/** 15,840 kg by the tare of the last one: Bay 1 would have 13,800 too much. */
const ONCE: Load = { field: MEADOW, plate: 'HF12 TRA', full: 24_980, empty: 9140 }

/** The closes of the days: what the loads so far add up to. */
const CLOSES: [day: string, kilograms: number][] = [
  [monday, 15_240],
  [tuesday, 30_260],
  [wednesday, 46_580],
  [thursday, 62_060],
]
/** Each is a tenth of the slider. */
const FIVE_TENTHS = Array.from({ length: 5 }, () => 'PageUp')
const COUNTED = 77_760
/** 77,760 in Bay 1 and 15,840 in Bay 2. */
const FRIDAY = 93_600

/** Where a load came while an area was changed, the page asks again with what stands now. */
const ASKED_AGAIN = /status of 412 .*remaining-area/

describe.runIf(hasBrowser)('a farm’s harvest week', { timeout: 300_000 }, () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
    await seedFarm(served)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })
  const crop = async () => {
    const [plan] = await served.ask('GET', `/api/inventory/harvest-plans?f:harvestYear=${year}`)
    return plan
  }
  const position = (at = '') => served.ask('GET', `/api/inventory/position${at}`)

  test('from the plantings to the stock report every figure is the one that the weighings make', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await signIn(watched, served)
    await plant(page, [MEADOW, TOP], year)
    expect((await crop()).summary).toMatchObject({ totalPredictedYield: 110_500, totalHarvestedYield: 0 })

    await enterPaper(page, BEGINNING, 'Bay 1')
    await cut(page, MEADOW, ['Home', ...FIVE_TENTHS], 4)
    // 30,260 kg off 4 of 8 ha, as much again to come, and 5 ha of Top Field at the expected 8,500 kg.
    await expectCrop(page, { harvested: '30.26', projected: '103.02', perHectare: ['7.57'] })
    expect((await crop()).summary.totalProjectedYield).toBe(103_020)

    await enterPaper(page, MIDDLE, 'Bay 1')
    await cut(page, TOP, ['Home', 'PageUp', 'PageUp'], 1)
    await weighTwice(page, TWICE)
    await weighOnce(page, ONCE, { over: '13.8', bay: 'Bay 2' })
    await cut(page, MEADOW, ['Home'], 0)
    // Long Meadow 62,000 kg off 8 ha, all of it; Top Field 31,800 kg off 4 ha, 7,950 to come off the fifth.
    await expectCrop(page, { harvested: '93.80', projected: '101.75', perHectare: ['7.75', '7.95'] })
    // (15,240 × 15.8 + 15,900 × 14.6) / 31,140
    await page.getByRole('region', { name: 'Figures of the crop' }).getByText('15.187 %').waitFor()
    expect((await crop()).summary).toMatchObject({
      totalHarvestedYield: 93_800,
      totalProjectedYield: 101_750,
      totalPredictedYield: 110_500,
      areaHarvested: 12,
      averageMoistureContent: 15.187,
    })
    const nets = page.getByRole('region', { name: 'Loads' }).locator('tbody td:last-child')
    await expect
      .poll(async () => (await nets.allInnerTexts()).map((net) => net.trim()))
      .toEqual(['15,840', '15,900', '15,480', '16,320', '15,020', '15,240'])
    await watched.screenshot('walk harvest crop')
    await watched.expectSound(ASKED_AGAIN)
    await goTo(page, 'Harvest')
    await page.getByText('93.80 t harvested, 101.75 t projected, 110.50 t expected').waitFor()
    await page.getByText('12 of 13 ha cut').waitFor()
    await page.getByText('−7.9% against what was expected').waitFor()

    await count(page, 'Bay 1', COUNTED, { reason: 'Handling loss', lost: 200 })
    await page.getByRole('link', { name: 'Explain every kilogram' }).click()
    await page.getByRole('heading', { name: 'Every kilogram' }).waitFor()
    expect(await waterfall(page)).toEqual({ 'Off our fields': 77_960, Lost: -200, 'Here now': COUNTED })
    await expectStores(page, await position())
    await expectPosition(page, position)
    const { totals } = await position()
    expect(totals).toMatchObject({ owned: FRIDAY, stored: 0 })
    const report = await printed(page, 'Stock report (PDF)')
    expect(report).toContain(`${kg(FRIDAY)} 0 ${kg(FRIDAY)}`)
    expect(report).toMatch(/Grange Barn, Bay 1 .*77,760 .*Grange Barn, Bay 2 .*15,840/)
    // What was lost in the store was harvested all the same.
    expect((await crop()).summary.totalHarvestedYield).toBe(93_800)
    await watched.screenshot('walk harvest position')
    await watched.expectSound(ASKED_AGAIN)
  })
})

/** Two fields, and a barn with two bays for 80 tonnes of wheat each, all of it empty. */
async function seedFarm({ ask }: ServedConsole): Promise<void> {
  const field = { type: 'field', location: null, substorage: [] }
  await ask('POST', '/api/inventory/storage', { ...field, name: MEADOW, area: 8 })
  await ask('POST', '/api/inventory/storage', { ...field, name: TOP, area: 5 })
  const capacity = [{ commodityId: 1, weight: 80_000 }]
  await ask('POST', '/api/inventory/storage', {
    name: 'Grange Barn',
    type: 'store',
    location: null,
    substorage: ['Bay 1', 'Bay 2'].map((name) => ({ name, capacity })),
  })
}

interface CropFigures {
  harvested: string
  projected: string
  perHectare: string[]
}

/** What the page of the crop says: tonnes, also by the hectare of each field that is cut. */
async function expectCrop(page: Page, { harvested, projected, perHectare }: CropFigures): Promise<void> {
  await page.getByRole('heading', { name: CROP }).waitFor()
  const figures = page.getByRole('region', { name: 'Figures of the crop' })
  for (const tonnes of [harvested, projected, '110.50']) await figures.getByText(`${tonnes} t`).waitFor()
  const fields = page.getByRole('region', { name: 'Fields' })
  for (const figure of perHectare) await fields.getByText(`${figure} t/ha`).waitFor()
}

interface Lines {
  lines: { substorageName: string; weight: number }[]
}

/** Each bay says what the service says, and what was worked out. */
async function expectStores(page: Page, { lines }: Lines): Promise<void> {
  expect(Object.fromEntries(lines.map(({ substorageName, weight }) => [substorageName, weight]))).toEqual({
    'Bay 1': COUNTED,
    'Bay 2': 15_840,
  })
  await goTo(page, 'Stores')
  for (const [bay, tonnes] of [
    ['Bay 1', '77.76 t'],
    ['Bay 2', '15.84 t'],
  ] as const)
    await page.getByRole('article').filter({ hasText: bay }).getByText(tonnes).waitFor()
}

/** Now, at the close of each day before, and now beside Thursday. */
async function expectPosition(
  page: Page,
  asked: (at: string) => Promise<{ totals: { owned: number } }>,
): Promise<void> {
  await goTo(page, 'Stock')
  await goTo(page, 'Position')
  const on = page.locator('input').and(page.getByLabel('On', { exact: true }))
  await expect.poll(() => positionSums(page)).toEqual([FRIDAY, 0, FRIDAY])
  for (const [day, kilograms] of CLOSES) {
    await on.fill(day)
    await expect.poll(() => positionSums(page)).toEqual([kilograms, 0, kilograms])
    expect((await asked(`?at=${day}T22:59:59.999Z`)).totals.owned).toBe(kilograms)
  }
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await page.getByLabel('Compared with').fill(thursday)
  await expect.poll(() => positionSums(page)).toEqual([FRIDAY, 0, FRIDAY, 62_060, 31_540])
}
