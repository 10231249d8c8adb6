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
import { shrinkGrams } from '../season/books.ts'
import { season, SEASON_BEGINS } from '../season/script.ts'
import { Store } from '../season/store.ts'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { cellsOf, exact, factsOf, kg, rowsOf, sum, tonnes, toNumber } from './figures.ts'

// The season of a merchant and three farms, entered through the service. What each screen and paper says is what the service answers, and what the books
// of the test have that are kept a second time.

/** Hectares that are cut. A yield by the hectare is known once somebody has said so; the rest is expected to bring so many kilograms each. */
const CUT: Record<string, number> = { 'Brook Meadow': 21, 'Long Strip': 3.5 }
const EXPECTED = 8000
/** The renderer that stands in for a graphics card says that it is slow. */
const SLOW_RENDERER = /GL Driver Message/

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
    for (const [field, hectares] of Object.entries(CUT)) {
      const { id, planId } = fieldOf(field)
      const area = areaOf(field)
      const part = { fieldId: id, areaRemaining: area - hectares, originalAreaRemaining: area }
      ok(
        await store.merchant
          .as('owner')
          .patch(`/api/inventory/harvest-plans/${planId}/remaining-area`, [part]),
      )
    }
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
  const fieldOf = (name: string) => {
    const found = store.fields.get(name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  /** Hectares. */
  const areaOf = (name: string) =>
    [...store.growers.values()].flatMap(({ crops }) => crops).find(({ field }) => field === name)?.hectares ??
    0
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
    for (const bay of store.bays.keys()) expect(paper).toContain(exact(inBay(bay)))
    await expectSound()
  })

  test('a bay in full', async () => {
    const { storageId, substorageId } = store.bay('N1')
    const { page, expectSound } = await opened(store.merchant, `/stores/${storageId}?bay=${substorageId}`)
    await page
      .getByText(`${exact(inBay('N1'))} t`)
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
      [...stored, all].map(([name, weight]) => [name, '0.00', exact(weight), exact(weight)]).toSorted(),
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
    const rows = await rowsOf(page)
    const { docs } = await ask(store.merchant, 'movements?limit=100')
    expect(rows.map((cells) => cells.find((cell) => /^\d+,\d{3}(\.\d+)?$/.test(cell)))).toEqual(
      docs
        .slice(0, rows.length)
        .map(({ inventory }: { inventory: { commodity: { weight: { weight: number } } } }) =>
          kg(inventory.commodity.weight.weight),
        ),
    )
    for (const happening of store.happenings.filter(({ kind }) => kind === 'outbound')) {
      if (happening.kind !== 'outbound') continue
      const weight = happening.grams / 1000
      // What is shared out is in whole kilograms; a ticket is to the gram.
      for (const [paper, said] of [
        ['ticket', weight],
        ['passport', Math.round(weight)],
        ['recall', Math.round(weight)],
      ] as const)
        expect(await printed(store.merchant, `movements/${happening.number}/${paper}.pdf`), paper).toContain(
          kg(said),
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
        .getByText(`${exact(usage.used)} t`)
        .first()
        .waitFor()
      await page
        .getByText(`${exact(usage.remaining)} t`)
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
          [...told.matchAll(new RegExp(`^${label}\\n([\\d,.]+)`, 'gm'))].map(
            ([, each = '']) => toNumber(each) * 1000,
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
      // The screen is in tonnes to the gram, the paper in kilograms.
      const exact = { minimumFractionDigits: 2, maximumFractionDigits: 6 }
      for (const { weight } of lines) expect(told).toContain((weight / 1000).toLocaleString('en-GB', exact))
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

  test('each field, its page, and the page of its crop', async () => {
    const loadsOff = (field: string) =>
      store.happenings.flatMap((each) =>
        each.kind === 'load' && each.field === field ? [each.grossGrams / 1000] : [],
      )
    const perHectare = (field: string) => {
      const hectares = CUT[field]
      return hectares === undefined ? undefined : tonnes(sum(loadsOff(field)) / hectares)
    }
    const grainOf = (field: string) => (fieldOf(field).commodity.id === 1 ? 'Wheat' : 'Barley')
    const { page, expectSound } = await opened(store.merchant, '/fields')
    const rows = await rowsOf(page)
    expect(rows.map((cells) => cells.slice(0, 6)).toSorted()).toEqual(
      [...store.fields]
        .map(([name, { commodity }]) => [
          name,
          kg(areaOf(name)),
          grainOf(name),
          commodity.variety,
          loadsOff(name).length > 0 ? tonnes(sum(loadsOff(name))) : '–',
          perHectare(name) ?? '–',
        ])
        .toSorted(),
    )
    for (const [name, { id, planId }] of store.fields) {
      await page.goto(`${url}/fields/${id}`)
      await page.getByText(`${grainOf(name)} on ${kg(areaOf(name))} ha`).waitFor()
      const hectare = perHectare(name)
      await page.getByText(hectare === undefined ? 'no yield known yet' : `${hectare} t/ha`).waitFor()
      await page.goto(`${url}/harvest/${planId}`)
      const line = page.locator('.field-line', { hasText: name })
      const dots = hectare === undefined ? 'nothing is said to be cut' : `${hectare} t/ha`
      await line.getByText(dots).waitFor()
      expect(await line.innerText()).toContain(`${tonnes(sum(loadsOff(name)))} t · ${kg(areaOf(name))} ha`)
      const ofPlan = [...store.fields].filter(([, field]) => field.planId === planId).map(([field]) => field)
      const { summary } = await ask(store.merchant, `harvest-plans/${planId}`)
      expect(await factsOf(page.locator('.plan-figures'))).toMatchObject({
        Harvested: `${tonnes(sum(ofPlan.flatMap(loadsOff)))} t`,
        // Of what is still to come nothing is said while the area cut of a field is missing.
        Projected: ofPlan.every((field) => CUT[field] !== undefined || loadsOff(field).length === 0)
          ? `${tonnes(summary.totalProjectedYield)} t`
          : '–',
        Expected: `${tonnes(sum(ofPlan.map((field) => EXPECTED * areaOf(field))))} t`,
        'Moisture of the loads': `${kg(summary.averageMoistureContent)} %`,
      })
      const loads = await cellsOf(page)
      expect(loads.map((cells) => cells.at(-1)).toSorted()).toEqual(
        ofPlan
          .flatMap(loadsOff)
          .map((net) => kg(net))
          .toSorted(),
      )
    }
    await expectSound(SLOW_RENDERER)
  })

  test('who has wheat', async () => {
    const { page, expectSound } = await opened(store.merchant, '/for-sale/holders?grain=1')
    const rows = await cellsOf(page)
    const { gramsByBay } = store.books()
    const wheatOf = (name: string) => {
      const stored = [...store.bays].flatMap(([bay, { owner, commodityId }]) =>
        owner === name && commodityId === 1 ? [(gramsByBay.get(bay) ?? 0) / 1000] : [],
      )
      const standing = (store.growers.get(name)?.crops ?? []).flatMap(({ field, hectares, commodity }) =>
        commodity.id === 1 ? [(hectares - (CUT[field] ?? 0)) * EXPECTED] : [],
      )
      return sum([...stored, ...standing])
    }
    // What still stands counts with what lies in stores.
    expect(rows.map(([name, , weight]) => [name, weight]).toSorted()).toEqual(
      [...store.growers.keys()].map((name) => [`${name} Farm`, tonnes(wheatOf(name))]).toSorted(),
    )
    await expectSound()
  })

  test('each kind of movement in full', async () => {
    const { page, expectSound } = await opened(store.merchant, '/movements')
    for (const each of store.happenings) {
      if (each.kind === 'count') continue
      const net = (each.kind === 'load' ? each.grossGrams : each.grams) / 1000
      const lost =
        each.kind === 'load'
          ? shrinkGrams(each.grossGrams, each.moisture, store.dryingOf(each.bay)) / 1000
          : 0
      await page.goto(`${url}/movements?open=${each.number}`)
      const panel = page.getByRole('dialog')
      const facts = await factsOf(panel.locator('.facts'))
      expect(facts).toMatchObject({
        'Weighed net': `${kg(net)} kg`,
        ...(lost > 0 && { 'Drying took': `${kg(lost)} kg` }),
        ...(each.kind === 'outbound' && { Full: `${kg(15_200 + net)} kg`, Empty: '15,200 kg' }),
      })
      if (each.kind !== 'outbound') continue
      const shares = store.books().sharesByOutbound.get(each.number) ?? new Map<string, number>()
      await panel.getByText('What the load was made of').waitFor()
      const lines = await panel.locator('.lines').first().locator('li').allInnerTexts()
      const madeOf = lines.map((line) => {
        const [, field = '', weight = ''] = /^(.*?) .*\n+([\d,.]+) kg/.exec(line) ?? []
        return [field, toNumber(weight)] as const
      })
      expect(sum(madeOf.map(([, weight]) => weight))).toBe(net)
      expect(shares.size).toBe(madeOf.length)
    }
    await expectSound()
  })

  // The last: it enters a load of its own.
  test('today', async () => {
    const now = new Date().toISOString()
    await store.outbound(now, 'N2', { ordered: 3000, empty: 15_200, full: 18_180.5 }, true)
    const day = await ask(store.merchant, 'today')
    const { page, expectSound } = await opened(store.merchant, '/')
    await page.getByText('Loads of today').waitFor()
    expect(await page.locator('.flows .figure').allInnerTexts()).toEqual([
      `Came in\n${tonnes(0)} t\n0 loads`,
      `Left\n${tonnes(2980.5)} t\n1 load`,
      `Moved within\n${tonnes(0)} t\n0 loads`,
    ])
    const section = (name: string) => page.getByRole('region', { name })
    const { gramsByBay } = store.books()
    const lying = [...store.bays].map(([bay, { commodityId }]) => ({
      bay,
      commodityId,
      weight: (gramsByBay.get(bay) ?? 0) / 1000,
    }))
    const stored = (commodityId: number) =>
      sum(lying.flatMap((each) => (each.commodityId === commodityId ? [each.weight] : [])))
    expect(await section('What there is').getByRole('listitem').allInnerTexts()).toEqual([
      `Wheat\n${tonnes(stored(1))} t\nown ${tonnes(0)} t · others’ ${tonnes(stored(1))} t`,
      `Barley\n${tonnes(stored(2))} t\nown ${tonnes(0)} t · others’ ${tonnes(stored(2))} t`,
    ])
    expect(await section('In the last seven days').getByRole('listitem').allInnerTexts()).toEqual([
      `Left\n${tonnes(2980.5)} t\n1 load`,
    ])
    // N1 alone was counted, at the end of September.
    const isLongAgo = Date.parse(now) - Date.parse('2026-09-30T16:00:00Z') > 90 * 86_400_000
    const uncounted = lying.filter(({ bay, weight }) => weight > 0 && (bay !== 'N1' || isLongAgo))
    expect(day.uncounted.count).toBe(uncounted.length)
    await section('Not counted for 90 days')
      .locator('.badge', { hasText: `${uncounted.length}` })
      .waitFor()
    await section('Loads of today')
      .getByText(`${kg(2980.5)} kg`)
      .waitFor()
    expect(day).toMatchObject({ conflicts: 0, actionsRequired: 0, yard: 0, contracts: { count: 0 } })
    for (const nothing of ['In the yard', 'Late: to complete', 'Conflicts ahead', 'Contracts nearly full'])
      expect(await section(nothing).count(), nothing).toBe(0)
    await expectSound()
  })
})
