import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedOffers } from './seed.ts'
import { useConsole } from './use-console.ts'

const MANY = 10_000
const records = '/api/inventory/records'
const offersPath = `${records}?f:source=trade`
const WHEAT = { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' }

const tonnes = (kg: number) =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .format(kg / 1000)
    .replace('-', '−')

/** The cells of a row of the list, by the name in it. */
async function cellsOf(page: Page, name: string): Promise<string[]> {
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
  return row.getByRole('cell').allInnerTexts()
}

describe.runIf(hasBrowser)('for sale', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  const offers = async () => (await ask('GET', `${offersPath}&sortBy=weight`)).docs

  test('where nothing is for sale, it says what an offer is for and how to enter one', async () => {
    const watched = await open('/for-sale', { isPhone: true })
    const { page } = watched
    await page.getByRole('heading', { name: 'Nothing is for sale yet' }).waitFor()
    await watched.expectLooks('for-sale empty')
    await page.getByRole('link', { name: 'Offer stock' }).click()
    await page.getByRole('heading', { name: 'Offer stock for sale' }).waitFor()
    await watched.expectSound()
  })

  test('two offers are entered by keyboard; what is refused stands at its field, and nothing typed is lost', async () => {
    const watched = await open('/for-sale/new')
    const { page } = watched
    const first = page.getByRole('group', { name: 'Offer 1' })
    await first.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, Winter' })
    // The year of the harvest is filled in.
    await expect.poll(() => first.getByLabel('Harvest year').inputValue()).toMatch(/^20\d\d$/)
    await first.getByLabel('Grade').selectOption({ label: 'Group 1' })
    await first.getByLabel('Variety').fill('Skyfall')
    await first.getByLabel('Weight, t').focus()
    await page.keyboard.type('28,460')
    await first.getByText(/could be two/).waitFor()
    await first.getByLabel('Weight, t').fill('250')
    await page.keyboard.press('Tab')
    await page.keyboard.type('100')
    await first.getByLabel('Tags').fill('export, spring')
    await page.getByText('+250').waitFor()
    await page.getByRole('button', { name: 'Add another' }).click()
    const second = page.getByRole('group', { name: 'Offer 2' })
    await second.getByLabel('Grain', { exact: true }).selectOption({ label: 'Barley, Winter' })
    await second.getByLabel('Harvest year').fill('20266')
    await second.getByLabel('Weight, t').fill('80')
    await second.getByLabel('Sold of it, t').fill('95')
    const enter = page.getByRole('button', { name: 'Enter 2 offers, 330.00 t' })
    await enter.focus()
    await page.keyboard.press('Enter')
    await second.locator('.fault').waitFor()
    await watched.expectLooks('for-sale new', /400/)
    await page.reload()
    expect(await second.getByLabel('Harvest year').inputValue()).toBe('20266')
    expect((await ask('GET', offersPath)).totalDocs).toBe(0)
    await second.getByLabel('Harvest year').fill('2026')
    await page.getByText('+80').waitFor()
    await enter.click()
    await page.getByRole('heading', { name: 'For sale' }).waitFor()
    await page.getByText('2 offers, 330.00 t there, 195.00 t sold').waitFor()
    expect(await offers()).toMatchObject([
      { yield: { current: 80_000 }, soldWeight: 95_000, position: -15_000 },
      {
        harvestYear: expect.any(String),
        commodity: { grade: { id: 1_010_101 }, variety: 'Skyfall' },
        soldWeight: 100_000,
        position: 150_000,
        tags: ['export', 'spring'],
      },
    ])
    await watched.expectSound(/400/)
  })

  describe('with offers', () => {
    let wheat: { id: string; name: string; harvestYear: string }
    beforeAll(async () => {
      wheat = await seedOffers(used.served)
    })

    test('each row has the figures of the service, and what is short says so; facets narrow it', async () => {
      const watched = await open('/for-sale')
      const { page } = watched
      await page.getByRole('button', { name: wheat.name, exact: true }).waitFor()
      const { docs, totalDocs, custom } = await ask('GET', offersPath)
      for (const offer of docs) {
        const cells = await cellsOf(page, offer.name)
        expect(cells.slice(3, 6), offer.name).toEqual(
          [offer.yield.current, offer.soldWeight, offer.yield.sold].map(tonnes),
        )
        const left = tonnes(offer.position)
        expect(cells[6], offer.name).toBe(offer.position < 0 ? `short ${left}` : left)
      }
      const sum = (name: 'totalWeight' | 'soldWeight') =>
        custom.commodities.reduce(
          (all: number, { commodity }: { commodity: Record<string, number> }) => all + (commodity[name] ?? 0),
          0,
        )
      await page
        .getByText(
          `${totalDocs} offers, ${tonnes(sum('totalWeight'))} t there, ${tonnes(sum('soldWeight'))} t sold`,
        )
        .waitFor()
      await watched.expectLooks('for-sale')
      await page.getByRole('button', { name: 'There, t' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**?sort=weight')
      await page.getByRole('group', { name: 'Harvest year' }).getByLabel('2027').check()
      await page.getByText('1 offer, 260.00 t there, 100.00 t sold').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('for-sale.csv')
      await watched.expectSound()
    })

    test('what arrives late is drawn into the rows, and whoever stands on one keeps the place', async () => {
      const watched = await open('/')
      const { page } = watched
      let arrive = () => {}
      const late = new Promise<void>((resolve) => (arrive = resolve))
      await page.route('**/api/identity/business-units**', async (route) => {
        await late
        await route.continue()
      })
      await page.goto(`${used.served.url}/for-sale`)
      const name = page.getByRole('button', { name: wheat.name, exact: true })
      await name.focus()
      const row = page.getByRole('row').filter({ has: name })
      expect(await row.innerText()).not.toContain('South Farm')
      arrive()
      await row.getByText('South Farm').waitFor()
      expect(await page.locator(':focus').innerText()).toBe(wheat.name)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: wheat.name }).waitFor()
      await watched.expectSound()
    })

    test('an offer opens beside the list to the gram, and is changed by keyboard', async () => {
      const watched = await open('/for-sale')
      const { page } = watched
      await page.getByRole('button', { name: wheat.name, exact: true }).press('Enter')
      const panel = page.getByRole('dialog', { name: wheat.name })
      const figure = (name: string) => panel.locator('dl > div').filter({ hasText: name }).locator('dd')
      await panel.getByText('Yours in stores, Wheat 2027').waitFor()
      for (const [name, kg] of [
        ['Entered', '300.0005 t'],
        ['Gone of it', '40.00 t'],
        ['There now', '260.0005 t'],
        ['Sold and still to leave', '60.00 t'],
        ['Left to sell', '200.0005 t'],
        ['Business units', 'South Farm'],
      ] as const)
        expect(await figure(name).innerText()).toBe(kg)
      await watched.expectLooks('for-sale offer')
      await panel.getByRole('button', { name: 'Change the offer' }).focus()
      await page.keyboard.press('Enter')
      expect(await panel.getByRole('button', { name: 'Save the offer' }).isDisabled()).toBe(true)
      await panel.getByLabel('Weight, t').fill('30')
      await panel
        .getByText(/short|insufficient|fewer|only/i)
        .first()
        .waitFor()
      await watched.expectLooks('for-sale change', /400/)
      await panel.getByLabel('Weight, t').fill('320')
      await panel.getByText('+19.9995').waitFor()
      await panel.getByLabel('Sold of it, t').fill('120')
      await panel.getByLabel('Grade').selectOption({ label: 'Group 2' })
      await panel.getByLabel('Tags').fill('forward, export')
      await panel.getByLabel('South Farm').uncheck()
      await panel.getByRole('button', { name: 'Save the offer' }).focus()
      await page.keyboard.press('Enter')
      await panel.getByText('Saved.').waitFor()
      await expect.poll(() => figure('Left to sell').innerText()).toBe('200.00 t')
      expect(await ask('GET', `${records}/${wheat.id}`)).toMatchObject({
        yield: { initial: 320_000, current: 280_000 },
        soldWeight: 120_000,
        position: 200_000,
        commodity: { grade: { name: 'Group 2' } },
        tags: ['forward', 'export'],
        storage: { businessUnits: [] },
      })
      await watched.expectSound(/400/)
    })

    test('what somebody else changed meanwhile is shown before it is replaced, and theirs alone is taken', async () => {
      const watched = await open(`/for-sale?open=${wheat.id}`)
      const { page } = watched
      const path = `/api/inventory/trade-availability/${wheat.id}`
      const panel = page.getByRole('dialog')
      await panel.getByRole('button', { name: 'Change the offer' }).click()
      await panel.getByLabel('Sold of it, t').fill('130')
      await ask('PATCH', path, { soldWeight: 125_000, tags: ['theirs'] })
      await panel.getByRole('button', { name: 'Save the offer' }).click()
      await panel.getByText('Stored now: Sold of it, t 125').waitFor()
      await watched.expectLooks('for-sale meanwhile', /412/)
      await panel.getByRole('button', { name: 'Save the offer' }).click()
      await panel.getByText('Saved.').waitFor()
      expect(await ask('GET', `${records}/${wheat.id}`)).toMatchObject({
        soldWeight: 130_000,
        tags: ['theirs'],
      })
      await watched.expectSound(/412/)
    })

    test('a load out of it is entered on its own page', async () => {
      const watched = await open(`/for-sale?open=${wheat.id}`)
      const { page } = watched
      await page.getByRole('link', { name: 'Every kilogram, and loads out of it' }).click()
      await page.getByRole('button', { name: 'Move', exact: true }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('How much, t').fill('25')
      await form.getByLabel('Where to').selectOption('elsewhere')
      await form.getByLabel('Who gets it').fill('Valley Mill')
      await page.keyboard.press('Tab')
      await form.getByText('−25').waitFor()
      await form.getByRole('button', { name: 'Move 25.00 t' }).click()
      await form.waitFor({ state: 'detached' })
      expect(await ask('GET', `${records}/${wheat.id}`)).toMatchObject({
        yield: { current: 255_000, sold: 65_000 },
        soldWeight: 130_000,
        position: 190_000,
      })
      await watched.expectSound()
    })

    test('whoever may only look changes nothing; without a network it says from when it is', async () => {
      const watched = await open(`/for-sale?open=${wheat.id}`)
      const { page, context } = watched
      const panel = page.getByRole('dialog')
      await panel.getByRole('button', { name: 'Change the offer' }).waitFor()
      await context.setOffline(true)
      await panel.getByRole('button', { name: 'Change the offer' }).and(page.locator(':disabled')).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('No connection. The figures are from').waitFor()
      await page.getByRole('button', { name: 'CSV' }).and(page.locator(':disabled')).waitFor()
      await context.setOffline(false)
      await page.route('**/api/identity/browser-session**', async (route) => {
        const response = await route.fetch()
        if (response.status() !== 200) return route.fulfill({ response })
        const json = await response.json()
        if (json.me) json.me.permissions = ['signed-in', 'stock:read']
        await route.fulfill({ response, json })
      })
      await page.goto(`${used.served.url}/for-sale?open=${wheat.id}`)
      await panel.getByText('Left to sell').waitFor()
      expect(await page.getByRole('button', { name: 'Change the offer' }).count()).toBe(0)
      await page.keyboard.press('Escape')
      expect(await page.getByRole('link', { name: 'Offer stock' }).count()).toBe(0)
      await page.goto(`${used.served.url}/for-sale/new`)
      await page.getByText('Somebody of Hill Farm who may enter stock has to do it.').waitFor()
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    })

    test('of ten thousand only those in view are drawn; they are found and sorted by the service', async () => {
      const watched = await open('/')
      const { page } = watched
      const answer = await ask('GET', `${offersPath}&limit=1`)
      await page.route('**/api/inventory/records?**', (route) => {
        const query = new URL(route.request().url()).searchParams
        if (query.get('f:source') !== 'trade') return route.continue()
        const offset = Number(query.get('offset') ?? 0)
        const docs = Array.from({ length: offset === 0 ? 200 : MANY - 200 }, (_row, index) => ({
          ...answer.docs[0],
          id: `${offset + index}`,
          name: `Offer ${offset + index + 1}`,
        }))
        return route.fulfill({ json: { ...answer, docs, totalDocs: MANY, offset, limit: 200 } })
      })
      await page.getByRole('link', { name: 'Contracts', exact: true }).click()
      await page.getByRole('link', { name: 'For sale', exact: true }).click()
      await page.getByText('10,000 offers').waitFor()
      const region = page.getByRole('region', { name: 'For sale' })
      await expect
        .poll(async () => {
          await region.evaluate((each) => Object.assign(each, { scrollTop: each.scrollHeight }))
          return page.getByText(`Offer ${MANY}`, { exact: true }).count()
        })
        .toBe(1)
      expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(60)
      await page.getByRole('button', { name: 'Year' }).click()
      await page.waitForURL('**?sort=harvestYear')
      await watched.expectSound()
    })

    test('in German and French', async () => {
      const watched = await open('/for-sale')
      const { page } = watched
      await page.locator('.side').getByLabel('Language').selectOption('de')
      await page.getByRole('heading', { name: 'Zu verkaufen' }).waitFor()
      await page.getByRole('columnheader', { name: 'Noch frei, t' }).waitFor()
      await watched.screenshot('for-sale in German')
      await page.getByRole('link', { name: 'Wer hat es' }).click()
      await page.getByRole('heading', { name: 'Wer hat es' }).waitFor()
      await watched.expectSound()
      await page.locator('.side').getByLabel('Sprache').selectOption('fr')
      await page.getByRole('heading', { name: 'Qui en a' }).waitFor()
      await watched.expectSound()
    })
  })

  describe('who has it', () => {
    let lane: Awaited<ReturnType<typeof used.served.addOrganisation>>
    const who = '/api/inventory/organisations/with-commodity'
    beforeAll(async () => {
      lane = await used.served.addOrganisation('Green Lane Farm')
      const address = { region: 'Hertfordshire', regionISO: 'GB-HRT' }
      const store = await ask('POST', '/api/inventory/storage', {
        name: 'Lane Store',
        type: 'store',
        substorage: [{ name: 'Lane 1' }],
        location: { address },
      })
      await ask('POST', records, {
        type: 'crop',
        harvestYear: '2026',
        owned: false,
        commodity: WHEAT,
        storage: [{ storageId: store.id, substorageId: store.substorage[0].id, weight: 12_000 }],
        source: { type: 'existing', owner: { id: lane.id, name: 'Green Lane Farm' } },
      })
      // Of one region there is nothing to choose.
      const { lines } = await ask('GET', '/api/inventory/position')
      const wheat = lines.find(
        (line: { commodity: { id: number }; storageId: string }) =>
          line.commodity.id === WHEAT.id && ![store.id, ''].includes(line.storageId),
      )
      const elsewhere = { address: { region: 'Essex', regionISO: 'GB-ESS' } }
      await ask('PATCH', `/api/inventory/storage/${wheat.storageId}`, { location: elsewhere })
      await lane.ask('POST', '/api/system/conversations', {
        to: lane.consoleOwnerId,
        message: 'Any wheat left?',
      })
    })

    test('owners are listed with their names, narrowed by grain and region, and written to', async () => {
      const watched = await open('/for-sale')
      const { page } = watched
      await page.getByRole('link', { name: 'Who has it' }).click()
      const table = page.getByRole('region', { name: 'Who has it' })
      const names = () => table.locator('tbody .strong').allInnerTexts()
      const shown = async (query: string) => {
        const found = await ask('GET', `${who}?${query}`)
        const owners = await ask('GET', '/api/inventory/commodities/organisation')
        const nameOf = new Map(
          owners.map((each: { organisationId: string; organisationName: string }) => [
            each.organisationId,
            each.organisationName,
          ]),
        )
        const asked = found.organisationsWithCommodity.map((id: string) =>
          id === owners[0].organisationId ? `${String(nameOf.get(id))} you` : nameOf.get(id),
        )
        await expect.poll(async () => (await names()).toSorted()).toEqual(asked.toSorted())
        expect(await table.getByText('has some', { exact: true }).count()).toBe(
          found.organisationsWithInventory.length,
        )
        return asked.length
      }
      expect(await shown('')).toBeGreaterThan(2)
      await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, Winter' })
      await page.waitForURL('**?grain=1.101')
      expect(await shown('commodity=1&commodityType=101')).toBeGreaterThan(1)
      await table.getByText('12.00').waitFor()
      await page.getByLabel('Hertfordshire').check()
      await page.waitForURL('**region=GB-HRT**')
      expect(await shown('commodity=1&commodityType=101&regionISOs=GB-HRT')).toBeGreaterThan(0)
      await watched.expectLooks('for-sale holders')
      await page.getByRole('link', { name: 'Write to Green Lane Farm' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /Grace Lane/ }).click()
      await page.getByText('To Grace Lane').waitFor()
      await watched.expectSound()
    })

    test('nobody has what nobody grows; a partner has nobody to write to', async () => {
      const watched = await open('/for-sale/holders')
      const { page } = watched
      await page.getByRole('row', { name: /Green Lane Farm/ }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: /^Write/ }).count()).toBe(1)
      await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Rye, all types' })
      await page.getByRole('heading', { name: 'Nobody you know has it' }).waitFor()
      await watched.expectLooks('for-sale nobody')
    })
  })
})
