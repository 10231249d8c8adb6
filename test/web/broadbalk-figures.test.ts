import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSeasons, sumOf } from '../../examples/broadbalk/file.ts'
import { run } from '../../examples/broadbalk/run.ts'
import { textOfPdf } from '../pdf.ts'
import { hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { cellsOf, exact, factsOf, kg, rowsOf, signedExact, sum, toGram, tonnes, toNumber } from './figures.ts'
import { serveConsole, type ServedConsole } from './service.ts'

// Harvests of a real farm, entered with the slips of an office and put right since. What each screen and paper says is what the service answers at
// that moment, and, where the file has it, what the file says.

const SEASONS = 3
const LAST_YEAR = 1851 + SEASONS
/** Grain and straw of two harvests lie there then. */
const DAY = `${LAST_YEAR}-11-01`
const DAY_BEFORE = `${LAST_YEAR - 1}-11-01`

/** A movement, as far as its row goes. */
interface Told {
  uid: string
  documentNumber: string
  inventory: { commodity: { weight: { weight: number } } }
}

interface Line {
  storageId: string
  substorageId: number
  owned: boolean
  weight: number
}

describe.runIf(hasBrowser)('the harvests of Broadbalk on the screens', { timeout: 300_000 }, () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
    const differences = await run({
      url: served.url,
      key: served.apiKey,
      seasons: SEASONS,
      print: () => undefined,
    })
    expect(differences).toEqual([])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const ask = (at: string) => served.ask('GET', `/api/inventory/${at}`)
  const opened = async (at: string): Promise<WatchedPage> => {
    const watched = await openPage(browser, served)
    await signIn(watched, served, at)
    return watched
  }
  const linesOn = async (day: string): Promise<Line[]> => (await ask(`position?at=${day}`)).lines
  const storesNow = async () => (await ask('storage?type=store&limit=100')).docs

  test('each bay on a day of long ago', async () => {
    const { page, expectSound } = await opened(`/stores?at=${DAY}&view=table`)
    const rows = await cellsOf(page)
    const lines = await linesOn(DAY)
    expect(lines.length).toBeGreaterThan(2)
    const expected: string[][] = []
    for (const store of await storesNow()) {
      for (const bay of store.substorage) {
        const here = lines.filter((line) => line.storageId === store.id && line.substorageId === bay.id)
        const weight = sum(here.map((line) => line.weight))
        expected.push([store.name, bay.name, tonnes(weight), tonnes(bay.capacity[0].weight.weight - weight)])
      }
    }
    expect(rows.map(([store, bay, , , weight, , room]) => [store, bay, weight, room])).toEqual(expected)
    const of = (owned: boolean) =>
      sum(lines.filter((line) => line.owned === owned).map((line) => line.weight))
    const figures = await page.locator('.figures dd').allInnerTexts()
    expect(figures.slice(0, 2).map((text) => text.replace(/\s*t$/, ''))).toEqual([
      tonnes(of(true), 1),
      tonnes(of(false), 1),
    ])
    await expectSound()
  })

  test('the position by store, beside the year before, and the stock report of it', async () => {
    const { page, expectSound } = await opened(`/position?at=${DAY}&with=${DAY_BEFORE}&group=store`)
    const rows = await cellsOf(page)
    const [now, before] = [await linesOn(DAY), await linesOn(DAY_BEFORE)]
    const told = (name: string, isHere: (line: Line) => boolean) => {
      const [here, there] = [now.filter(isHere), before.filter(isHere)]
      const [own, others] = [true, false].map((owned) =>
        sum(here.filter((line) => line.owned === owned).map(({ weight }) => weight)),
      ) as [number, number]
      const together = toGram(own + others)
      const then = sum(there.map(({ weight }) => weight))
      return [
        name,
        exact(own),
        exact(others),
        exact(together),
        exact(then),
        signedExact(toGram(together - then)),
      ]
    }
    const stores = await storesNow()
    expect(rows.toSorted()).toEqual(
      [
        told('All', () => true),
        ...stores.map(({ id, name }: { id: string; name: string }) =>
          told(name, (line) => line.storageId === id),
        ),
      ].toSorted(),
    )
    const answer = await fetch(`${served.url}/api/inventory/position/report.pdf?at=${DAY}`, {
      headers: { 'X-Api-Key': served.apiKey },
    })
    const paper = (await textOfPdf(Buffer.from(await answer.arrayBuffer()))).join('\n')
    for (const { weight } of now) expect(paper).toContain(kg(weight))
    expect(paper).toContain(kg(sum(now.map(({ weight }) => weight))))
    await expectSound()
  })

  test('each movement', async () => {
    const { page, expectSound } = await opened('/movements')
    const rows = await rowsOf(page)
    const { docs } = await ask('movements?limit=100')
    const expected = docs
      .slice(0, rows.length)
      .map(({ uid, documentNumber, inventory }: Told) => [
        documentNumber || uid,
        kg(inventory.commodity.weight.weight),
      ])
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map(([, number, , , , , weight]) => [number, weight])).toEqual(expected)
    await expectSound()
  })

  test('each harvest, which is that of the file', async () => {
    const season = readSeasons().find(({ year }) => year === LAST_YEAR)
    const { page, expectSound } = await opened(`/harvest?year=${LAST_YEAR}`)
    const plans = await ask(`harvest-plans?f:harvestYear=${LAST_YEAR}`)
    expect(plans).toHaveLength(2)
    for (const { commodity, summary } of plans) {
      const crop = commodity.commodity.id === 1 ? 'grain' : 'straw'
      expect(summary.totalHarvestedYield).toBe(sumOf(season?.plots ?? [], crop) / 1000)
      await page
        .getByText(
          `${tonnes(summary.totalHarvestedYield)} t harvested, ${tonnes(summary.totalProjectedYield)} t projected`,
        )
        .first()
        .waitFor()
    }
    await expectSound()
  })

  test('the harvests beside one another, which are those of the file', async () => {
    const { page, expectSound } = await opened('/harvest')
    await page.getByText('As a table').click()
    const table = page.getByRole('table', { name: 'Year by year' })
    const rows = await Promise.all(
      (await table.locator('tbody tr').all()).map((row) => row.locator('th, td').allInnerTexts()),
    )
    const seasons = readSeasons().filter(({ year }) => year <= LAST_YEAR)
    expect(rows.map(([year, , harvested]) => [year, harvested])).toEqual(
      seasons
        .map(({ year, plots }) => [`${year}`, tonnes((sumOf(plots, 'grain') + sumOf(plots, 'straw')) / 1000)])
        .toReversed(),
    )
    await expectSound()
  })

  test('each plot, its page, and the page of its crop, which are those of the file', async () => {
    const plots = readSeasons().find(({ year }) => year === LAST_YEAR)?.plots ?? []
    const { page, expectSound } = await opened(`/fields?year=${LAST_YEAR}`)
    const rows = await rowsOf(page)
    // Nobody has said how large a plot is, so nothing is said by the hectare.
    expect(rows.map(([name, area, , , , perHectare]) => [name, area, perHectare]).toSorted()).toEqual(
      plots.map(({ plot }) => [`Broadbalk ${plot}`, '–', '–']).toSorted(),
    )
    for (const { id, commodity, records } of await ask(`harvest-plans?f:harvestYear=${LAST_YEAR}`)) {
      const crop = commodity.commodity.id === 1 ? 'grain' : 'straw'
      await page.goto(`${served.url}/harvest/${id}`)
      await page.locator('.field-line').first().waitFor()
      const lines = await page.locator('.field-line .field-name').allInnerTexts()
      expect(lines.toSorted()).toEqual(
        plots
          .map(({ plot, grams }) => `Broadbalk ${plot}\n${tonnes(grams[crop] / 1000)} t · 0 ha`)
          .toSorted(),
      )
      await page.goto(`${served.url}/fields/${records[0].harvest.fieldId}`)
      await page.getByText('area not known').waitFor()
    }
    // The renderer that stands in for a graphics card says that it is slow.
    await expectSound(/GL Driver Message/)
  })

  test('movements in full', async () => {
    const { page, expectSound } = await opened('/movements')
    const { docs } = await ask('movements?limit=100')
    const kinds = Map.groupBy(docs as (Told & { id: number; type: string })[], ({ type }) => type)
    expect(kinds.size).toBeGreaterThan(1)
    for (const [movement] of kinds.values()) {
      const { id, uid, documentNumber, inventory } = movement ?? {}
      await page.goto(`${served.url}/movements?open=${id}`)
      const panel = page.getByRole('dialog', { name: `Movement ${documentNumber || uid}` })
      expect(await factsOf(panel.locator('.facts'))).toMatchObject({
        'Weighed net': `${kg(inventory?.commodity.weight.weight ?? 0)} kg`,
      })
    }
    await expectSound()
  })

  test('today, long after', async () => {
    const { page, expectSound } = await opened('/')
    const { lines } = await ask('position')
    const all = Map.groupBy(
      lines as (Line & { commodity: { name: string } })[],
      ({ commodity }) => commodity.name,
    )
    const told = [...all].map(([name, heaps]) => {
      const of = (owned: boolean) => sum(heaps.flatMap((heap) => (heap.owned === owned ? [heap.weight] : [])))
      const [own, stored] = [of(true), of(false)] as const
      const parts = stored > 0 ? [`own ${tonnes(own)} t · others’ ${tonnes(stored)} t`] : []
      return [name, `${tonnes(toGram(own + stored))} t`, ...parts].join('\n')
    })
    await page.locator('.flows').waitFor()
    const stock = page.getByRole('region', { name: 'What there is' }).getByRole('listitem')
    await expect.poll(async () => (await stock.allInnerTexts()).toSorted()).toEqual(told.toSorted())
    expect(await page.locator('.flows .figure').first().innerText()).toBe(`Came in\n${tonnes(0)} t\n0 loads`)
    await expectSound()
  })

  test('every kilogram of a parcel that is long gone', async () => {
    const { docs } = await ask(`records?limit=100&f:harvestYear=${LAST_YEAR}&f:storageType=store`)
    expect(docs.length).toBeGreaterThan(3)
    for (const { id } of docs.slice(0, 3)) {
      const record = await ask(`records/${id}`)
      const { page, expectSound } = await opened(`/stock/${id}`)
      await page.locator('.explain-body').getByText('Here now').waitFor()
      const told = await page.locator('.explain-body').innerText()
      const ofTonnes = (figure: string) => toGram(toNumber(figure) * 1000)
      const figures = [...told.matchAll(/([+−]?[\d,.]+) t$/gm)].map(([, figure = '']) => ofTonnes(figure))
      expect(figures.length, told).toBeGreaterThan(2)
      expect(figures.at(-1)).toBe(record.yield.current)
      expect(sum(figures.slice(0, -1))).toBe(record.yield.current)
      // Net of what was found.
      const losses = [...told.matchAll(/^(?:Lost|Found)\n([+−][\d,.]+) t$/gm)].map(([, figure = '']) =>
        ofTonnes(figure),
      )
      expect(0 - sum(losses), told).toBe(record.yield.loss)
      await expectSound()
    }
  })
})
