import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuiltConsole } from '../../src/http/console/files.ts'
import { consoleRoutes } from '../../src/http/console/routes.ts'
import { paperPageRoutes } from '../../src/inventory/papers/page-routes.ts'
import { openTestApp, type TestApp } from '../app.ts'
import type { TestOrganisation } from '../factories.ts'
import { textOfPdf } from '../pdf.ts'
import { ok } from '../scene.ts'
import { season, SEASON_BEGINS } from '../season/script.ts'
import { Store } from '../season/store.ts'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { cellsOf, kg, sum, tonnes, toNumber } from './figures.ts'

// The season of a merchant and three farms, entered through the service. What each screen and paper says is what the service answers, and what the books
// of the test have that are kept a second time.

/** A line of the position, as far as it is looked at. */
interface Heap {
  weight: number
  commodity: { id: number }
}

describe.runIf(hasBrowser)('a season on the screens', { timeout: 300_000 }, () => {
  let browser: Browser
  let service: TestApp
  let store: Store
  let url: string
  beforeAll(async () => {
    const dist = await openBuiltConsole(path.join(import.meta.dirname, '../../web/dist'))
    ;[browser, service] = await Promise.all([
      launchBrowser(),
      openTestApp({ now: SEASON_BEGINS, routes: [paperPageRoutes, consoleRoutes(dist)] }),
    ])
    store = await Store.open(service)
    for (const play of Object.values(season)) await play(store)
    service.clock.set(new Date().toISOString())
    url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  const opened = async ({ owner }: TestOrganisation, at: string) => {
    const watched = await openPage(browser, { url })
    await signIn(watched, { owner }, at)
    return watched
  }
  const ask = async ({ as }: TestOrganisation, at: string) =>
    ok(await as('owner').get(`/api/inventory/${at}`))
  const grower = (name: string) => {
    const found = store.growers.get(name)
    if (!found) throw new Error(`there is no ${name}`)
    return found.organisation
  }
  /** Kilograms that the second books have of somebody, in all bays. */
  const ofOwner = (grams: Map<string, number>, name: string) =>
    sum([...store.bays].map(([bay, { owner }]) => (owner === name ? (grams.get(bay) ?? 0) / 1000 : 0)))
  const inBay = (bay: string) => (store.books().gramsByBay.get(bay) ?? 0) / 1000
  const printed = async (organisation: TestOrganisation, at: string) => {
    const answer = await fetch(`${url}/api/inventory/${at}`, {
      headers: { 'X-Api-Key': organisation.keys.manager },
    })
    expect(answer.status, at).toBe(200)
    return (await textOfPdf(Buffer.from(await answer.arrayBuffer()))).join('\n')
  }

  test('each bay, and the count sheet of it', async () => {
    const { page, expectSound } = await opened(store.merchant, '/stores?view=table')
    const rows = await cellsOf(page)
    expect(rows.map(([, bay, , , weight]) => [bay, weight])).toEqual(
      [...store.bays.keys()].map((bay) => [bay, tonnes(inBay(bay))]),
    )
    const paper = await printed(store.merchant, 'position/count-sheet.pdf')
    for (const bay of store.bays.keys()) expect(paper).toContain(kg(inBay(bay)))
    await expectSound()
  })

  test('a bay in full', async () => {
    const { storageId, substorageId } = store.bay('N1')
    const { page, expectSound } = await opened(store.merchant, `/stores/${storageId}?bay=${substorageId}`)
    await page
      .getByText(`${kg(inBay('N1'))} kg`)
      .first()
      .waitFor()
    await page
      .getByText(`${tonnes(sum(['N1', 'N2', 'N3', 'N4'].map(inBay)), 1)} t`)
      .first()
      .waitFor()
    await expectSound()
  })

  test('whose it is, and the stock report', async () => {
    const { page, expectSound } = await opened(store.merchant, '/position?group=owner')
    const rows = await cellsOf(page)
    const { gramsByBay } = store.books()
    const stored = ['Hill', 'Brook', 'Moor'].map(
      (name) => [`${name} Farm`, ofOwner(gramsByBay, name)] as const,
    )
    const all = ['All', sum(stored.map(([, weight]) => weight))] as const
    expect(rows.toSorted()).toEqual(
      [...stored, all].map(([name, weight]) => [name, '0', kg(weight), kg(weight)]).toSorted(),
    )
    const paper = await printed(store.merchant, 'position/report.pdf')
    for (const weight of [all[1], ...[...store.bays.keys()].map(inBay)]) expect(paper).toContain(kg(weight))
    await expectSound()
  })

  test('each heap of the stock', async () => {
    const { page, expectSound } = await opened(store.merchant, '/stock')
    const rows = await cellsOf(page)
    const told = rows.map((cells) => [
      cells.find((cell) => / Shed, /.test(cell))?.split(', ')[1],
      cells.at(-1),
    ])
    expect(told.toSorted()).toEqual([...store.bays.keys()].map((bay) => [bay, tonnes(inBay(bay))]).toSorted())
    await expectSound()
  })

  test('each movement, and the papers of those that left', async () => {
    const { page, expectSound } = await opened(store.merchant, '/movements')
    const rows = await cellsOf(page)
    const { docs } = await ask(store.merchant, 'movements?limit=100')
    expect(rows.map((cells) => cells.find((cell) => /^[\d,]+\.\d\d$/.test(cell)))).toEqual(
      docs
        .slice(0, rows.length)
        .map(({ inventory }: { inventory: { commodity: { weight: { weight: number } } } }) =>
          tonnes(inventory.commodity.weight.weight),
        ),
    )
    for (const happening of store.happenings.filter(({ kind }) => kind === 'outbound')) {
      if (happening.kind !== 'outbound') continue
      for (const paper of ['ticket', 'passport', 'recall'])
        expect(await printed(store.merchant, `movements/${happening.number}/${paper}.pdf`), paper).toContain(
          kg(happening.grams / 1000),
        )
    }
    await expectSound()
  })

  test('what is in under each contract, and what is left', async () => {
    const { page, expectSound } = await opened(store.merchant, '/contracts')
    const rows = await cellsOf(page)
    const { docs } = await ask(store.merchant, 'contracts?limit=100')
    expect(docs).toHaveLength(rows.length)
    for (const { id, details, usage, inventory } of docs) {
      const row = rows.find(([reference]) => reference === details.reference)?.join(' ')
      const agreed = inventory.weight
      expect(row).toContain(`${tonnes(usage.used)} of ${tonnes(agreed)} t in`)
      expect(row).toContain(`${tonnes(usage.remaining)} t left`)
      expect(usage.used + usage.remaining).toBeCloseTo(agreed, 3)
      await page.goto(`${url}/contracts/${id}`)
      await page
        .getByText(`${kg(usage.used)} kg`)
        .first()
        .waitFor()
      await page
        .getByText(`${kg(usage.remaining)} kg`)
        .first()
        .waitFor()
    }
    await expectSound()
  })

  test.each(['Hill', 'Brook', 'Moor'])(
    'what %s has with the store, and the statement of it',
    async (name) => {
      const organisation = grower(name)
      const { page, expectSound } = await opened(organisation, '/mine')
      await page.getByText('Where it lies').waitFor()
      const { gramsByBay, lossGramsByBay } = store.books()
      const told = await page.locator('#content').innerText()
      const figures = (label: string) =>
        sum(
          [...told.matchAll(new RegExp(`^${label}\\n([\\d,.]+)`, 'gm'))].map(([, each = '']) =>
            toNumber(each),
          ),
        )
      expect(figures('Lost') - figures('Found')).toBeCloseTo(ofOwner(lossGramsByBay, name), 3)
      const left = figures('Lay there before') + figures('Came in') - figures('Went out') - figures('Lost')
      expect(left + figures('Found')).toBeCloseTo(ofOwner(gramsByBay, name), 3)
      const { lines }: { lines: Heap[] } = await ask(organisation, 'position')
      const statement = await printed(
        organisation,
        `owners/${organisation.organisationId}/statement.pdf?from=2026-01-01`,
      )
      for (const { weight } of lines) expect(told).toContain(kg(weight))
      for (const { owner, commodityId } of store.bays.values()) {
        if (owner !== name) continue
        const heaps = lines.filter((line) => line.commodity.id === commodityId)
        expect(statement).toContain(`Balance\n${kg(sum(heaps.map(({ weight }) => weight)))} kg`)
      }
      await expectSound()
    },
  )

  test('the harvest of each crop', async () => {
    const { page, expectSound } = await opened(store.merchant, '/harvest?year=2026')
    const plans = await ask(store.merchant, 'harvest-plans?f:harvestYear=2026')
    expect(plans.length).toBeGreaterThan(1)
    for (const { summary } of plans)
      await page
        .getByText(`${tonnes(summary.totalHarvestedYield)} t harvested`)
        .first()
        .waitFor()
    const brought = store.happenings.flatMap((each) => (each.kind === 'load' ? [each.grossGrams / 1000] : []))
    const harvested = plans.map(({ summary }: { summary: { totalHarvestedYield: number } }) => summary)
    expect(
      sum(harvested.map(({ totalHarvestedYield }: { totalHarvestedYield: number }) => totalHarvestedYield)),
    ).toBe(sum(brought))
    await expectSound()
  })
})
