import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

/** Elements whose text stands on more than one line. */
const ON_TWO_LINES = (selector: string) => `[...document.querySelectorAll('${selector}')].filter((each) => {
  const range = document.createRange()
  range.selectNodeContents(each)
  const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
  return tops.size > 1
}).map((each) => each.textContent)`

describe.runIf(hasBrowser)('rows of totals, and figures that stand on one line', () => {
  const used = useConsole()
  const { open } = used
  const ask = (at: string) => used.served.ask('GET', at)
  const figure = (value: number, decimals: number) =>
    value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const tonnes = (kg: number) => `${figure(kg / 1000, 2)} t`
  const sumOf = (each: number[]) => each.reduce((sum, one) => sum + one, 0)
  const onTwoLines = (page: Page, selector: string) => page.evaluate(ON_TWO_LINES(selector))

  test('all crops of a year are below their cards, with what is expected of them and their area', async () => {
    const history = await ask('/api/inventory/harvest-plans/history')
    const year = history.labels.at(-1)
    const plans = await ask(`/api/inventory/harvest-plans?f:harvestYear=${year}`)
    const of = (name: string) =>
      sumOf(plans.map(({ summary }: { summary: Record<string, number> }) => summary[name] ?? 0))
    const { page, expectSound } = await open('/harvest')
    const row = page.locator('.plans > li').last()
    await row.getByText('All crops').waitFor()
    expect(await row.innerText()).toContain(`${tonnes(of('totalHarvestedYield'))} harvested`)
    expect(await row.innerText()).toContain(`${tonnes(of('totalPredictedYield'))} expected`)
    expect(Number.parseFloat(/([\d.,]+) ha/.exec(await row.innerText())?.[1] ?? '')).toBeCloseTo(
      of('totalSize'),
      1,
    )
    await expectSound()
  })

  test('all fields are in one row below them, and those that are found alone where some are', async () => {
    const { shapes } = await ask('/api/inventory/storage/shapes')
    const harvested = (shape: { crops: { harvested: number }[] }) =>
      sumOf(shape.crops.map((crop) => crop.harvested))
    const { page, expectSound } = await open('/fields')
    const row = page.locator('tfoot tr')
    await expect.poll(() => row.innerText()).toContain(tonnes(sumOf(shapes.map(harvested))))
    const hectares = async () => Number.parseFloat(/([\d.,]+) ha/.exec(await row.innerText())?.[1] ?? '')
    expect(await hectares()).toBeCloseTo(sumOf(shapes.map(({ area }: { area: number }) => area)), 1)
    const [one] = shapes.filter(({ name }: { name: string }) => name === 'Church Field')
    await page.goto(`${used.served.url}/fields?find=Church+Field`)
    await expect.poll(hectares).toBeCloseTo(one.area, 1)
    expect(await row.innerText()).toContain(tonnes(harvested(one)))
    await expectSound()
  })

  test('a figure of the harvest stands with its unit', async () => {
    const { page, expectSound } = await open('/harvest', { isPhone: true })
    await page.locator('.plan-card').first().waitFor()
    await page.locator('.year-sums').waitFor()
    expect(await page.locator('.clause').count()).toBeGreaterThan(3)
    expect(await onTwoLines(page, '.clause')).toEqual([])
    await expectSound()
  })
})
