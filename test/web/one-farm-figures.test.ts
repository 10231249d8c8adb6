import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuiltConsole } from '../../src/http/console/files.ts'
import { consoleRoutes } from '../../src/http/console/routes.ts'
import { base, GROUP_1, harvestLoad, makeFarm, WHEAT, WINTER, type TestFarm } from '../farm.ts'
import { paperPageRoutes } from '../../src/inventory/papers/page-routes.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { textOfPdf } from '../pdf.ts'
import { ok } from '../scene.ts'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { cellsOf, exact, factsOf, kg, sum, tonnes, toGram, toNumber } from './figures.ts'

// One farm that has all that figures went wrong by: an offer, a plan that takes too much, a lorry of others' grain shared out over two bays, dried and to be
// cleaned, and a crop in the field of which nobody has said how much is cut. Each figure is reckoned here once more, and read wherever it stands.

const DAY_MS = 86_400_000
const BROOK = { id: 'brook-farm', name: 'Brook Farm' }
const BARLEY = { id: 2, type: 201, variety: 'Laureate' }

/** Kilograms. */
const WHEAT_OPENING = 22_400
const BARLEY_OPENING = 5000
const OFF_THE_FIELD = 20_000
const SOLD = 3000
const OFFERED = 100_000
const PLANNED_SALE = 16_800
const LORRY = { full: 39_380, empty: 14_200 }
const MOISTURE = 19
const AGREED_MOISTURE = 15
/** What the first bay takes of wheat, and the second of barley; nobody has said it of the others. */
const LIMIT = 60_000
const BARLEY_LIMIT = 9000
const FIELD_HECTARES = 10
const EXPECTED_PER_HECTARE = 8000

const weighedNet = LORRY.full - LORRY.empty
/** What each half loses to reach the agreed moisture, by dry matter, to the gram. */
const half = weighedNet / 2
const shrinkOf = (kilograms: number) =>
  Math.round((kilograms * 1000 * (MOISTURE - AGREED_MOISTURE)) / (100 - AGREED_MOISTURE)) / 1000
const shrink = sum([shrinkOf(half), shrinkOf(half)])
const afterDrying = sum([weighedNet, -shrink])
const ownWheat = WHEAT_OPENING + OFF_THE_FIELD - SOLD
const cameIn = weighedNet + OFF_THE_FIELD
const shortBarley = PLANNED_SALE - BARLEY_OPENING
const ahead = new Date(Date.now() + 4 * DAY_MS).toISOString().slice(0, 10)

describe.runIf(hasBrowser)('one farm on all its screens and papers', { timeout: 300_000 }, () => {
  let browser: Browser
  let service: TestApp
  let farm: TestFarm
  let url: string
  let contractId: string
  let lorryIds: number[]
  let planId: string
  let saleId: number
  beforeAll(async () => {
    const dist = await openBuiltConsole(path.join(import.meta.dirname, '../../web/dist'))
    ;[browser, service] = await Promise.all([
      launchBrowser(),
      openTestApp({ now: new Date().toISOString(), routes: [paperPageRoutes, consoleRoutes(dist)] }),
    ])
    farm = await makeFarm(service, { name: 'Home Farm' })
    await fill()
    url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await browser.close()
    await service.close()
  })

  const manager = () => farm.organisation.as('manager')
  const ask = async (at: string) => ok(await farm.organisation.as('owner').get(`${base}/${at}`))
  async function fill(): Promise<void> {
    const now = service.clock.now()
    const before = new Date(now.getTime() - 20 * DAY_MS).toISOString()
    const [first, second, third] = farm.bays
    const { substorage } = ok(
      await manager().patch(`${base}/storage/${farm.storeId}`, { substorage: [{ name: 'Bay 4' }] }),
    )
    const fourth = substorage.at(-1).id
    for (const limit of [
      { substorageId: first, commodityId: WHEAT, weight: LIMIT },
      { substorageId: second, commodityId: BARLEY.id, weight: BARLEY_LIMIT },
    ])
      ok(await manager().post(`${base}/storage/${farm.storeId}/commodities`, limit))
    const wheat = await farm.opening(first, WHEAT_OPENING, { at: before })
    const barley = await farm.opening(second, BARLEY_OPENING, { at: before, commodity: BARLEY })
    const offer = {
      type: 'crop',
      harvestYear: '2027',
      commodity: { id: WHEAT, type: WINTER },
      weight: OFFERED,
    }
    ok(await manager().post(`${base}/trade-availability`, { commodities: [offer] }))
    const contract = ok(
      await manager().post(`${base}/contracts`, {
        ownerOrganisationId: BROOK.id,
        ownerOrganisationName: BROOK.name,
        details: {
          reference: 'SC-1',
          startDateISO: before.slice(0, 10),
          services: {
            cleaning: { agreed: true },
            drying: { agreed: true, preAgreedMoistureLevelPercentage: AGREED_MOISTURE },
          },
        },
        inventory: { weightKG: 100_000, commodity: { id: WHEAT, type: WINTER } },
      }),
    )
    contractId = contract.id
    ok(
      await manager().post(`${base}/records`, {
        type: 'crop',
        harvestYear: '2026',
        owned: false,
        commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
        storage: [third, fourth].map((bay) => ({ storageId: farm.storeId, substorageId: bay, share: 1 })),
        source: {
          owner: BROOK,
          intake: {
            moveAtUTC: now.toISOString(),
            driverName: 'Sam',
            ticket: LORRY,
            storageContract: { id: contractId },
            sample: { fields: [{ name: 'Moisture', value: String(MOISTURE), metric: '%' }] },
          },
        },
      }),
    )
    const planting = await farm.planting()
    planId = (await ask(`records/${planting}`)).harvest.harvestPlanId
    const load = harvestLoad({
      fieldId: farm.fieldId,
      storageId: farm.storeId,
      substorageId: first,
      dateISO: now.toISOString(),
      weightNet: OFF_THE_FIELD,
    })
    ok(await manager().post(`${base}/harvest-plans/${planId}/loads`, [load]))
    await farm.move(wheat, 'mill-7', SOLD)
    const { docs } = await ask(`movements?storageContractId=${contractId}`)
    lorryIds = docs.map(({ id }: { id: number }) => id)
    const inThreeDays = new Date(now.getTime() + 3 * DAY_MS).toISOString()
    saleId = await farm.move(barley, 'mill-7', PLANNED_SALE, { movementDateISO: inThreeDays })
  }

  const opened = async (at: string) => {
    const watched = await openPage(browser, { url })
    await signIn(watched, { owner: farm.organisation.owner }, at)
    return watched
  }
  const printed = async (at: string) => {
    const answer = await fetch(`${url}${base}/${at}`, {
      headers: { 'X-Api-Key': farm.organisation.keys.manager },
    })
    expect(answer.status, at).toBe(200)
    return (await textOfPdf(Buffer.from(await answer.arrayBuffer()))).join('\n')
  }
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const figuresOf = async (page: Page, list: string) => {
    await page.locator(list).waitFor()
    return page.locator(`${list} .figure`).allInnerTexts()
  }

  test('own, others’, offered and short: the position, its series, its papers, and today', async () => {
    const now = { owned: ownWheat, stored: afterDrying, offered: OFFERED, short: 0 }
    const { totals, perCommodity } = await ask('position')
    expect(perCommodity[0]).toEqual({ commodity: { id: WHEAT, name: 'Wheat' }, ...now })
    expect(totals).toEqual({ ...now, owned: ownWheat + BARLEY_OPENING })
    const later = await ask(`position?at=${ahead}`)
    expect(later.totals).toEqual({ ...now, short: shortBarley })
    const { stock } = await ask('today')
    expect(stock[0]).toMatchObject(now)
    const paper = await printed('position/report.pdf')
    const together = sum([ownWheat, afterDrying])
    // The figures of a table have as many decimals as the finest of them, so that they stand under each other.
    const toGram = (weight: number) => weight.toLocaleString('en-GB', { minimumFractionDigits: 3 })
    expect(paper).toContain([ownWheat, afterDrying, together, OFFERED].map(toGram).join(' '))

    const { page, expectSound } = await opened(`/position?at=${ahead}`)
    expect(await cellsOf(page)).toEqual([
      ['Wheat', exact(ownWheat), exact(afterDrying), exact(together), exact(OFFERED), '0.00'].map((each) =>
        expect.stringContaining(each),
      ),
      ['Barley', '0.00', '0.00', '0.00', '0.00', exact(shortBarley)].map((each) =>
        expect.stringContaining(each),
      ),
      ['All', exact(ownWheat), exact(afterDrying), exact(together), exact(OFFERED), exact(shortBarley)].map(
        (each) => expect.stringContaining(each),
      ),
    ])
    await page.goto(`${url}/`)
    const there = section(page, 'What there is').getByRole('listitem')
    await expect
      .poll(() => there.first().innerText())
      .toBe(
        `Wheat\n${tonnes(together)} t\nown ${tonnes(ownWheat)} t · others’ ${tonnes(afterDrying)} t · ${tonnes(OFFERED)} t offered`,
      )
    expect(await there.nth(1).innerText()).toBe(`Barley\n${tonnes(BARLEY_OPENING)} t`)
    await expectSound()
  })

  test('stores: only what lies there is own, a shortage is no room, and what has no limit is said', async () => {
    const { page, expectSound } = await opened('/stores')
    const room = (barley: number) =>
      `Room left\n${tonnes(LIMIT - ownWheat + BARLEY_LIMIT - barley, 1)} t\nwithout 2 bays of unknown limit`
    const others = `For others\n${tonnes(afterDrying, 1)} t`
    expect((await figuresOf(page, '.figures')).slice(0, 3)).toEqual([
      `Own grain\n${tonnes(ownWheat + BARLEY_OPENING, 1)} t`,
      others,
      room(BARLEY_OPENING),
    ])
    await page.goto(`${url}/stores?at=${ahead}`)
    await page.getByText('Short by plan').first().waitFor()
    expect((await figuresOf(page, '.figures')).slice(0, 4)).toEqual([
      `Own grain\n${tonnes(ownWheat, 1)} t`,
      others,
      // All that is missing makes no room beyond the limit.
      room(0),
      `Short by plan\n${tonnes(shortBarley, 1)} t`,
    ])
    const bay = page.getByRole('article').filter({ hasText: 'Bay 2' })
    expect(await bay.innerText()).toContain(`: ${tonnes(shortBarley)}\u00a0t`)
    // No per cent where there is no limit.
    expect(await page.getByRole('article').filter({ hasText: 'Bay 3' }).innerText()).not.toContain('%')
    await page.goto(`${url}/`)
    const conflicts = section(page, 'Conflicts ahead')
    await conflicts.getByText(`: ${tonnes(shortBarley)} t`).waitFor()
    await conflicts.getByRole('link', { name: String(saleId), exact: true }).waitFor()
    await expectSound()
  })

  test('come in and left: a lorry is one load, as weighed, on today, in the week, among the movements and in the harvest', async () => {
    const came = { loads: 2, weight: cameIn, unweighed: 0 }
    const left = { loads: 1, weight: SOLD, unweighed: 0 }
    const day = await ask('today')
    expect(day).toMatchObject({ in: came, out: left, week: { in: came, out: { ...left, planned: 1 } } })
    const totals = await ask('movements/totals')
    expect(totals).toMatchObject({
      in: came,
      out: { loads: 2, weight: SOLD + PLANNED_SALE },
      within: { loads: 0 },
    })
    const { page, expectSound } = await opened('/')
    expect((await figuresOf(page, '.flows')).slice(0, 2)).toEqual([
      `Came in\n${tonnes(cameIn)} t\n2 loads`,
      `Left\n${tonnes(SOLD)} t\n1 load`,
    ])
    await section(page, 'Loads of today')
      .getByText(`${kg(weighedNet)} kg`)
      .waitFor()
    await section(page, 'Loads of today').getByText('3 loads').waitFor()
    await page.goto(`${url}/movements`)
    await page.getByRole('row', { name: `In, 2 loads ${tonnes(cameIn)} t` }).waitFor()
    await expectSound()
  })

  test('weighed net and after drying: the contract, its loads, the movement, the parcel and today', async () => {
    const { usage } = await ask(`contracts/${contractId}`)
    expect(usage).toMatchObject({
      intake: weighedNet,
      used: afterDrying,
      remaining: sum([100_000, -afterDrying]),
    })
    const { page, expectSound } = await opened(`/contracts/${contractId}`)
    const lorry = section(page, 'Loads').locator('tbody tr')
    await lorry.waitFor()
    const cells = await lorry.locator('td').allInnerTexts()
    expect(cells.slice(-2).map((cell) => cell.trim())).toEqual([kg(weighedNet), kg(afterDrying)])
    const movement = await ask(`movements/${lorryIds[0]}`)
    await page.goto(`${url}/movements?open=${lorryIds[0]}`)
    const facts = await factsOf(page.getByRole('dialog').locator('.facts'))
    expect(facts).toMatchObject({
      'Weighed net': `${kg(half)} kg`,
      'After drying': `${kg(movement.drying.netWeight)} kg`,
      Cleaning: 'to be cleaned',
    })
    const { first } = (await ask('today')).toClean
    expect(sum(first.map(({ weight }: { weight: number }) => weight))).toBe(afterDrying)
    await page.goto(`${url}/stock/${movement.inventory.recordId}`)
    await page.getByText(`to be cleaned: ${tonnes(movement.drying.netWeight)} t`).waitFor()
    // Both sides of where it is from and where it went weigh the same.
    const table = page.locator('details', { hasText: 'Made of' })
    await table.locator('summary').click()
    const sides = await table.locator('table').all()
    const weights = await Promise.all(
      sides.map(async (side) =>
        toGram(1000 * sum((await side.locator('td:nth-child(2)').allInnerTexts()).map(toNumber))),
      ),
    )
    expect(weights).toEqual([half, half])
    await page.goto(`${url}/`)
    await section(page, 'To be cleaned').getByRole('listitem').first().waitFor()
    await expectSound()
  })

  test.each([
    [390, 844],
    [1366, 768],
  ])('in German at %d × %d, with nothing wider than the page', async (width, height) => {
    const watched = await opened('/')
    const { page } = watched
    await page.evaluate(`localStorage.setItem('granary.language', 'de')`)
    await page.setViewportSize({ width, height })
    for (const [at, told] of [
      ['/', 'fremd'],
      [`/stores?at=${ahead}`, 'Fehlt nach Plan'],
      [`/position?at=${ahead}`, 'Fehlt nach Plan'],
      [`/contracts/${contractId}`, 'Netto gewogen'],
      [`/movements?open=${lorryIds[0]}`, 'Nach Trocknung'],
      ['/harvest', 'gedroschene Fläche'],
    ] as const) {
      await page.goto(url + at)
      await page.getByText(told).first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      await watched.screenshot(`one farm ${width} ${at.split('?')[0]?.slice(1, 10).replaceAll('/', '-')}`)
      expect(await page.evaluate('document.documentElement.scrollWidth'), at).toBeLessThanOrEqual(width)
    }
  })

  test('the harvest: no verdict while nothing is said to be cut, and one yield on all pages once it is', async () => {
    const cut = OFF_THE_FIELD / EXPECTED_PER_HECTARE
    const { page, expectSound } = await opened('/harvest')
    await page.getByText(`about ${cut} of ${FIELD_HECTARES} ha cut, estimated from the loads`).waitFor()
    await page.getByText('the area cut of 1 field is missing').waitFor()
    await page
      .getByText(
        `${tonnes(OFF_THE_FIELD)} t harvested, ${tonnes(EXPECTED_PER_HECTARE * FIELD_HECTARES)} t expected, ${FIELD_HECTARES} ha`,
      )
      .waitFor()
    expect(await page.locator('.plan-card').innerText()).not.toContain('against')
    const area = { fieldId: farm.fieldId, areaRemaining: 6, originalAreaRemaining: FIELD_HECTARES }
    ok(await manager().patch(`${base}/harvest-plans/${planId}/remaining-area`, [area]))
    const perHectare = OFF_THE_FIELD / (FIELD_HECTARES - 6)
    await page.goto(`${url}/harvest/${planId}`)
    await page.getByText(`${tonnes(perHectare)} t/ha`).waitFor()
    await page.goto(`${url}/fields`)
    const row = page.locator('#content tbody tr')
    await row.waitFor()
    expect(await row.locator('td').allInnerTexts()).toContain(tonnes(perHectare))
    const totals = await page.locator('#content tfoot td').allInnerTexts()
    expect(totals).toEqual(
      expect.arrayContaining(['Together', `${FIELD_HECTARES} ha`, `${tonnes(OFF_THE_FIELD)} t`]),
    )
    await expectSound(/GL Driver Message/)
  })
})
