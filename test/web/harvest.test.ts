import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openPage, signIn, views } from './browser.ts'
import { seedEarlierHarvest } from './seed.ts'
import { serveConsole } from './service.ts'
import { useConsole } from './use-console.ts'

const MANY = 10_000
const plans = '/api/inventory/harvest-plans'

describe.runIf(hasBrowser)('the harvest', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  const isWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth')
  const tonnes = (kg: number) => (kg / 1000).toFixed(2)
  /** The sample farm's harvest. */
  let latest: string
  const planOf = async (variety: string) => {
    const all = await ask('GET', `${plans}?f:harvestYear=${latest}`)
    return all.find(({ commodity }: { commodity: { variety: string } }) => commodity.variety === variety)
  }
  beforeAll(async () => {
    latest = (await ask('GET', `${plans}/history`)).labels.at(-1)
    await seedEarlierHarvest(used.served)
  })

  test('where nothing is sown, it says what to do first', async () => {
    const served = await serveConsole({ demo: false })
    try {
      const watched = await openPage(used.browser, served, { isPhone: true })
      await signIn(watched, served, '/harvest')
      await watched.page.getByRole('heading', { name: 'No crops are entered yet' }).waitFor()
      await watched.screenshot('harvest empty')
      await watched.expectSound()
      await watched.page.getByRole('link', { name: 'Enter plantings' }).click()
      await watched.page.getByText('There are no fields yet.').waitFor()
      await watched.expectSound()
    } finally {
      await served.close()
    }
  })

  test.each(views)('is shown by years, crops and fields %s', async (name, view) => {
    const watched = await open('/harvest', view)
    const { page } = watched
    const plan = await planOf('KWS Dawsum')
    const { totalHarvestedYield, totalProjectedYield, totalPredictedYield } = plan.summary
    await page
      .getByText(
        `${tonnes(totalHarvestedYield)} t harvested, ${tonnes(totalProjectedYield)} t projected, ${tonnes(totalPredictedYield)} t expected`,
      )
      .waitFor()
    await page.locator('.time-chart canvas').waitFor()
    await watched.screenshot(`harvest ${name}`)
    await watched.expectSound()
    expect(await isWide(page)).toBe(false)
    await page.getByRole('region', { name: 'Year by year' }).scrollIntoViewIfNeeded()
    await watched.screenshot(`harvest history ${name}`)
    await page.getByRole('link', { name: 'Wheat, KWS Dawsum' }).click()
    await page.getByRole('heading', { name: 'Wheat, KWS Dawsum' }).waitFor()
    await page.getByRole('region', { name: 'Loads' }).getByText('Barn Hill').first().waitFor()
    await watched.screenshot(`harvest plan ${name}`)
    await watched.expectSound()
    expect(await isWide(page)).toBe(false)
  })

  test('the years stand beside one another as the service has them, as lines and as a table', async () => {
    const watched = await open('/harvest')
    const { page } = watched
    const { labels, datasets } = await ask('GET', `${plans}/history`)
    await page.getByRole('link', { name: `Harvest ${labels[0]}` }).click()
    await page.waitForURL(`**/harvest?year=${labels[0]}`)
    await page.getByText('As a table').click()
    const table = page.getByRole('table', { name: 'Year by year' })
    for (const [index, year] of labels.entries()) {
      const figure = (label: string) =>
        datasets.find((each: { label: string }) => each.label === label).data[index]
      const cells = await table.getByRole('row').filter({ hasText: year }).locator('td').allInnerTexts()
      expect(cells.map((each) => Number(each.replaceAll(',', '')))).toEqual([
        Number(tonnes(figure('predicted'))),
        Number(tonnes(figure('harvested'))),
        figure('area'),
        figure('areaHarvested'),
        Number(tonnes(figure('yield'))),
      ])
    }
    await page.getByText('Per hectare', { exact: true }).click()
    await page.getByText('Yield, t/ha').first().waitFor()
    await watched.screenshot('harvest per hectare')
    await watched.expectSound()
  })

  test('what is left to cut is set by keyboard alone, and the figures become the service’s', async () => {
    const { id, records } = await planOf('KWS Extase')
    const watched = await open(`/harvest/${id}`)
    const { page } = watched
    const [{ harvest }] = records
    const slider = page.getByRole('slider', { name: `Still to cut on ${harvest.fieldName}` })
    await slider.focus()
    await page.keyboard.press('End')
    const half = page.getByLabel(`Still to cut on ${harvest.fieldName}, in hectares`)
    expect(await half.inputValue()).toBe(String(harvest.area))
    await half.fill(String(harvest.area / 2))
    await watched.screenshot('harvest area')
    await watched.expectSound()
    // A reload loses nothing.
    await page.reload()
    await page.getByRole('button', { name: 'Save the area of 1 field' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save the area of 1 field' }).waitFor({ state: 'detached' })
    const { summary } = await ask('GET', `${plans}/${id}`)
    expect(summary.areaHarvested).toBe(harvest.area / 2)
    const figures = page.getByRole('region', { name: 'Figures of the crop' })
    await figures.getByText(`${tonnes(summary.totalProjectedYield)} t`).waitFor()
    const perHectare = summary.totalHarvestedYield / summary.areaHarvested
    await page.getByText(`${tonnes(perHectare)} t/ha`).waitFor()
    await watched.expectSound()
  })

  test('an area that somebody else changed meanwhile is refused in the service’s words, and nothing is lost', async () => {
    const { id, records } = await planOf('Vincent')
    const [{ harvest, planting }] = records
    const watched = await open(`/harvest/${id}`)
    const { page } = watched
    const field = page.getByLabel(`Still to cut on ${harvest.fieldName}, in hectares`)
    await field.fill('4.5')
    const area = (areaRemaining: number, originalAreaRemaining: number) =>
      ask('PATCH', `${plans}/${id}/remaining-area`, [
        { fieldId: harvest.fieldId, areaRemaining, originalAreaRemaining },
      ])
    await area(6.25, planting.areaRemaining)
    await page.getByRole('button', { name: 'Save the area of 1 field' }).click()
    await page.getByRole('alert').getByText('has 6.25 ha remaining').waitFor()
    await page.getByText('Somebody else set 6.25 ha meanwhile.').waitFor()
    expect(await field.inputValue()).toBe('4.5')
    await watched.screenshot('harvest stale')
    await watched.expectSound(/status of 4(12|00|09)/)
    await page.getByRole('button', { name: 'Go on from there' }).click()
    await field.fill('99')
    await page.getByText('Hectares, from 0 to 17.3.').waitFor()
    await field.fill('4.5')
    await page.getByRole('button', { name: 'Save the area of 1 field' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await ask('GET', `${plans}/${id}`)).records[0].planting.areaRemaining)
      .toBe(4.5)
  })

  test('one crop is entered on many fields; what is refused says why and stays chosen', async () => {
    const watched = await open('/harvest/plantings', { isPhone: true })
    const { page } = watched
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, Winter, Group 1' })
    await page.getByLabel('Variety').fill('Skyfall')
    await page.keyboard.press('Escape')
    await page.getByLabel('Harvest year').fill('2031')
    await page.getByLabel('Expected yield, t a hectare').fill('8.5')
    for (const name of ['Mill Piece', 'Barn Hill']) await page.getByLabel(`Sow on ${name}`).check()
    await page.getByLabel('Find a field').fill('far')
    await page.getByLabel('Sow on Far Lawn').check()
    await page.getByLabel('Hectares sown on Far Lawn').fill('999')
    const outcome = page.getByRole('status', { name: 'What will be entered' })
    await outcome.getByText('will be refused').waitFor()
    await expect.poll(() => outcome.getByText('will be entered').count()).toBe(2)
    await watched.screenshot('plantings')
    await watched.expectSound()
    expect(await isWide(page)).toBe(false)
    await page.getByRole('button', { name: 'Enter 2 plantings' }).click()
    await page.getByText('2 plantings are in the book.').waitFor()
    expect(await page.getByLabel('Sow on Mill Piece').count()).toBe(0)
    expect(await page.getByLabel('Hectares sown on Far Lawn').inputValue()).toBe('999')
    await page.getByLabel('Hectares sown on Far Lawn').fill('17.3')
    await page.getByRole('button', { name: 'Enter 1 planting' }).click()
    await page.waitForURL('**/harvest?year=2031')
    await page.getByRole('link', { name: 'Wheat, Skyfall' }).waitFor()
    const [plan] = await ask('GET', `${plans}?f:harvestYear=2031`)
    expect(plan.summary).toMatchObject({
      totalCount: 3,
      totalPredictedYield: Math.round((21.4 + 31 + 17.3) * 8500),
    })
    await watched.expectSound()
  })

  test('without a network says from when it is, and nothing can be changed', async () => {
    const { id } = await planOf('KWS Dawsum')
    const watched = await open(`/harvest/${id}`)
    const { page, context } = watched
    await page.getByRole('slider').first().waitFor()
    await context.setOffline(true)
    await page.getByText('The figures are from').waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })

  test('of ten thousand loads only those in view are drawn', async () => {
    const { id } = await planOf('KWS Dawsum')
    const [like] = await ask('GET', `${plans}/loads?harvestPlanId=${id}&limit=1`)
    const watched = await open('/')
    const { page } = watched
    await page.route('**/api/inventory/harvest-plans/loads?**', (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
      const docs = Array.from({ length: offset < MANY ? 200 : 0 }, (_row, index) => ({
        ...like,
        id: String(offset + index),
        driverName: `Load ${offset + index + 1}`,
      }))
      return route.fulfill({ json: docs })
    })
    await page.goto(`/harvest/${id}`)
    const region = page.getByRole('region', { name: 'Loads' })
    await region.waitFor()
    await expect
      .poll(
        async () => {
          await region.evaluate((each) => Object.assign(each, { scrollTop: each.scrollHeight }))
          return page.getByText(`Load ${MANY}`, { exact: true }).count()
        },
        { interval: 20 },
      )
      .toBe(1)
    expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(60)
    await watched.expectSound()
  })

  test('in German and French', async () => {
    const watched = await open('/harvest')
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { name: 'Ernte' }).waitFor()
    await page.getByRole('link', { name: 'Bestände eintragen' }).waitFor()
    await page.goto(`/harvest/${(await planOf('KWS Dawsum')).id}`)
    await page.getByRole('slider', { name: 'Noch zu dreschen' }).waitFor()
    await watched.screenshot('harvest in German')
    await watched.expectSound()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByRole('slider', { name: 'Reste à couper' }).waitFor()
    await watched.expectSound()
  })
})

test('what draws lines comes only where lines are shown', () => {
  const assets = path.join(import.meta.dirname, '../../web/dist/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const drawing = scripts.filter((name) => readFileSync(path.join(assets, name), 'utf8').includes('u-over'))
  expect(drawing).toEqual([expect.stringMatching(/^time-chart-/)])
})
