import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ServedConsole } from './service.ts'
import { comeIn, native, press, sentence, told, wordsOf, type Walk } from './walk-language.ts'
import { lay, makeBays, tonnes } from './walk-seed.ts'
import { agreeDrying, bring, loadsOf, pick, scale, weighAgain } from './walk-weighbridge.ts'

// What a merchant agrees, settles, and tells the owners of the grain, each by the words of the page itself.

const terms = await wordsOf('screens/contracts/form-messages.ts', 'formMessages')
const contract = await wordsOf('screens/contracts/contract-messages.ts', 'contractMessages')
const settlement = await wordsOf('screens/settlements/messages.ts')
const newOne = await wordsOf('screens/settlements/new-messages.ts', 'newMessages')
const line = await wordsOf('screens/settlements/line-messages.ts', 'lineMessages')
const mine = await wordsOf('screens/mine/messages.ts')
const bridge = await wordsOf('screens/weighbridge/messages.ts')
const whose = await wordsOf('screens/weighbridge/whose-messages.ts')
const report = await wordsOf('screens/reports/messages.ts')

const day = () => new Date().toISOString().slice(0, 10)

/** A lorry as its buyer weighed it. */
interface Received {
  reference: string
  plate: string
  kilograms: number
}

/** Enters a buyer's statement, writes off what its lines have too little, and closes it; answers what the service has of it. */
async function settle(page: Page, { ask }: ServedConsole, buyer: string, received: Received[]) {
  await page.goto('/settlements/new')
  await page.getByLabel(settlement('buyer'), { exact: true }).fill(buyer)
  await page.keyboard.press('Escape')
  await page.getByLabel(settlement('reference'), { exact: true }).fill(`A-${buyer}`)
  const rows = received.map(({ reference, plate, kilograms }) =>
    [reference, day(), plate, kilograms].join(';'),
  )
  const table = [native('settlementHeads'), ...rows].join('\n')
  await page.getByLabel(newOne('table')).fill(table)
  await press(page, newOne('compare'))
  await press(page, newOne('enter'))
  await page.waitForURL(/settlements\/[0-9a-f-]{36}$/)
  const path = `/api/inventory${new URL(page.url()).pathname}`
  const { lines } = await ask('GET', path)
  for (const [index, { state }] of lines.entries()) {
    if (state === 'agreed') continue
    await press(page, new RegExp(`^${told(line('decide'), { n: index + 1 })}`))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(line('decision')).selectOption({ label: line('writeOff') })
    await dialog.getByLabel(line('reason')).selectOption({ label: native('shortWeight') })
    await dialog.getByRole('button', { name: line('save') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(native('shortWeight'), { exact: true }).first().waitFor()
  }
  await press(page, line('close'))
  await page.getByText(sentence(line('closedBy'))).waitFor()
  return ask('GET', path)
}

const newTrade = await wordsOf('screens/trades/form-messages.ts', 'tradeFormMessages')
const tradeStatus = await wordsOf('screens/trades/status-messages.ts', 'statusMessages')

/** A sale to a mill, which loads name. */
const agreeSale = (served: ServedConsole, mill: string, reference: string) =>
  served.ask('POST', '/api/inventory/trades', {
    kind: 'sale',
    partner: { name: mill },
    reference,
    commodity: { id: 1, type: 101 },
    weight: 60_000,
  })

const tariffPage = await wordsOf('screens/charges/tariff-messages.ts', 'tariffMessages')
const rates = await wordsOf('stock/rate-words.ts', 'rateMessages')
const charges = await wordsOf('screens/charges/messages.ts')
const chargesPage = await wordsOf('screens/charges/page-messages.ts', 'chargesPageMessages')

/** The month before this one, as 2026-10. */
function lastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** Grain of an owner's that came and went last month, and a tariff for it of 2.00 a tonne. */
async function storeForOthers({ served, mark }: { served: ServedConsole; mark: string }, name: string) {
  const owner = { id: `lagert-${mark}`, name }
  const [place] = (await makeBays({ served, mark }, 'Mietlager')).places
  const { id } = await served.ask('POST', '/api/inventory/records', {
    type: 'crop',
    harvestYear: '2026',
    owned: false,
    commodity: { id: 1, type: 101 },
    source: { owner, intake: { moveAtUTC: `${lastMonth()}-05T10:00:00Z`, driverName: 'Sam' } },
    storage: [{ ...place, weight: 10_000 }],
  })
  // Nobody deletes an organisation that keeps grain for others.
  await served.ask('POST', '/api/inventory/movements', {
    recordId: id,
    weight: 10_000,
    movementDateISO: `${lastMonth()}-06T10:00:00Z`,
    destination: { organisationId: owner.id, organisationName: name },
    sold: false,
    driver: { name: 'Sam' },
  })
  await served.ask('POST', '/api/inventory/tariffs', {
    partner: owner,
    fromISO: `${lastMonth()}-01`,
    currency: 'EUR',
    rates: [{ kind: 'in', rate: '2' }],
  })
}

/** By what the guide calls them. */
export const tradeTasks: Record<string, Walk> = {
  async 'End a contract'({ page, served, mark }) {
    await agreeDrying(served, `Hof Ende ${mark}`, `EN-${mark}`)
    const { docs } = await served.ask('GET', `/api/inventory/contracts?query=EN-${mark}`)
    await page.goto(`/contracts/${docs[0].id}`)
    await press(page, contract('end'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(contract('endDay')).fill('2030-06-30')
    await dialog
      .getByRole('button', { name: told(contract('endNow'), { day: native('lastOfJune') }) })
      .click()
    await dialog.waitFor({ state: 'detached' })
    const { details } = await served.ask('GET', `/api/inventory/contracts/${docs[0].id}`)
    expect(details.endDateUTC).toBe('2030-06-30T22:59:59.999Z')
  },
  async 'Enter a contract to buy or to sell'({ page, served, mark }) {
    await page.goto('/trades/new')
    await page.getByLabel(newTrade('buyer'), { exact: true }).fill(`Kaufmühle ${mark}`)
    await page.keyboard.press('Escape')
    await page.getByLabel(newTrade('reference'), { exact: true }).fill(`KO-${mark}`)
    await page.getByLabel(newTrade('grain'), { exact: true }).selectOption({ label: native('winterWheat') })
    await page.getByLabel(newTrade('weight')).fill('60')
    await press(page, sentence(newTrade('createOf')))
    await page.waitForURL(/\/trades\/[\da-f-]{36}$/)
    const { docs } = await served.ask('GET', `/api/inventory/trades?query=KO-${mark}`)
    expect(docs).toMatchObject([{ kind: 'sale', weight: 60_000, commodity: { type: { id: 101 } } }])
  },
  async 'Weigh a lorry on a contract'({ page, served, mark }) {
    const mill = `Kontraktmühle ${mark}`
    const { id } = await agreeSale(served, mill, `KW-${mark}`)
    const { bays, places } = await makeBays({ served, mark }, 'Kontrakthalle')
    await lay(served, { ...places[0], weight: 90_000 })
    await page.goto('/weighbridge')
    await page.getByText(bridge('out'), { exact: true }).click()
    await page.getByLabel(bridge('vehicle')).fill(`KW ${mark}`)
    await page.keyboard.press('Escape')
    await page.getByLabel(bridge('receiver'), { exact: true }).fill(mill)
    await page.keyboard.press('Escape')
    await pick(page, bays[0])
    await scale(page, 'empty').fill('15000')
    await page.getByRole('radio', { name: new RegExp(`^KW-${mark}`) }).check()
    await press(page, bridge('saveFirstOut'))
    await weighAgain(page, `KW ${mark}`, 'full', 25_000)
    await expect.poll(() => loadsOf(served, `KW ${mark}`)).toEqual([['', 10_000]])
    expect((await served.ask('GET', `/api/inventory/trades/${id}`)).usage).toMatchObject({ left: 50_000 })
  },
  async 'Close a contract short'({ page, served, mark }) {
    const { id } = await agreeSale(served, `Kurzmühle ${mark}`, `KS-${mark}`)
    await page.goto(`/trades/${id}`)
    await press(page, tradeStatus('closeShort'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(tradeStatus('reason')).fill('Genug für beide')
    await dialog.getByRole('button', { name: sentence(tradeStatus('closeNow')) }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await served.ask('GET', `/api/inventory/trades/${id}`)).status).toBe('closed_short')
  },
  async 'Agree a tariff'({ page, served, mark }) {
    await page.goto('/charges/tariffs/new')
    await page.getByLabel(tariffPage('partner'), { exact: true }).fill(`Tarifhof ${mark}`)
    await page.keyboard.press('Escape')
    await page.getByLabel(tariffPage('currency')).fill('EUR')
    const perTonne = told(tariffPage('rateOf'), { kind: rates('in'), per: tariffPage('aTonne') })
    await page.getByLabel(perTonne, { exact: true }).fill('2')
    await press(page, tariffPage('create'))
    await page.waitForURL(/tariffs\/[\da-f-]{36}$/)
    const { docs } = await served.ask('GET', `/api/inventory/tariffs?query=Tarifhof ${mark}`)
    expect(docs).toMatchObject([{ scope: 'partner', currency: 'EUR', rates: [{ kind: 'in', rate: '2' }] }])
  },
  async 'Bill what storage cost'({ page, served, mark }) {
    const name = `Lagerhof ${mark}`
    await storeForOthers({ served, mark }, name)
    await page.goto('/charges/new')
    await page.getByLabel(charges('owner'), { exact: true }).fill(name)
    await page.keyboard.press('Escape')
    await press(page, charges('begin'))
    await page.waitForURL(/charges\/[\da-f-]{36}$/)
    await press(page, chargesPage('close'))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: sentence(chargesPage('closeNow')) }).click()
    await page.getByText(sentence(chargesPage('closedBy'))).waitFor()
    const { docs } = await served.ask('GET', `/api/inventory/charges?query=${name}`)
    expect(docs).toMatchObject([{ status: 'closed', totals: [{ currency: 'EUR', amount: '20.00' }] }])
  },
  async 'Settle a buyer’s statement'({ page, served, mark }) {
    const buyer = `Talmühle Abrechnung ${mark}`
    const [place] = (await makeBays({ served, mark }, 'Abrechnungshalle')).places
    const recordId = await lay(served, { ...place, weight: 90_000 })
    for (const index of [1, 2])
      await served.ask('POST', '/api/inventory/movements', {
        recordId,
        weight: 20_000 + index * 1000,
        movementDateISO: new Date().toISOString(),
        destination: { organisationId: `talmuehle-${mark}`, organisationName: buyer },
        sold: true,
        loadReference: `T${mark}-${index}`,
        driver: { name: 'Sam Brook', vehicleRegistration: `TM ${mark}${index}` },
      })
    const { status, totals } = await settle(page, served, buyer, [
      { reference: `T${mark}-1`, plate: `TM ${mark}1`, kilograms: 21_000 },
      { reference: `T${mark}-2`, plate: `TM ${mark}2`, kilograms: 21_100 },
    ])
    expect([status, totals.writtenOff, totals.undecided]).toEqual(['closed', -900, 0])
    await page.getByText('0,90 t').first().waitFor()
  },
  async 'Run a merchant’s month, to the owner’s statement'({ page, served, mark, another }) {
    const [owner, mill] = [`Hof Monat ${mark}`, `Monatsmühle ${mark}`]
    const farm = await served.addOrganisation(owner)
    const { bays } = await makeBays({ served, mark }, 'Monatshalle')
    await page.goto('/contracts/new')
    await page.getByLabel(terms('owner')).fill(farm.id)
    await page.keyboard.press('Escape')
    await page.getByLabel(terms('reference')).fill(`MO-${mark}`)
    await page.getByLabel(terms('weight')).fill('100')
    await page.getByLabel(terms('grain'), { exact: true }).selectOption({ label: native('winterWheat') })
    await page.getByLabel(terms('dried')).check()
    await page.getByLabel(terms('level')).fill('15')
    await press(page, sentence(terms('createOf')))
    await page.waitForURL(/\/contracts\/[\da-f-]{36}/)
    // By dry matter 1,176.471 of 20,000 kg with 20 % are more than 15 %.
    await bring(page, `MI ${mark}`, owner)
    await page.getByText(told(whose('storedUnder'), { reference: `MO-${mark}` })).waitFor()
    await pick(page, bays[0])
    await page.getByLabel(new RegExp(`^${native('moisture')}`)).fill('20')
    await scale(page, 'full').fill('34000')
    await press(page, bridge('saveFirst'))
    await weighAgain(page, `MI ${mark}`, 'empty', 14_000)
    await expect.poll(() => loadsOf(served, `MI ${mark}`)).toEqual([[bays[0], 20_000]])
    await page.getByText(bridge('out'), { exact: true }).click()
    await page.getByLabel(bridge('vehicle')).fill(`MA ${mark}`)
    await page.keyboard.press('Escape')
    await page.getByLabel(bridge('receiver'), { exact: true }).fill(mill)
    await page.keyboard.press('Escape')
    await pick(page, bays[0])
    await scale(page, 'empty').fill('15000')
    await press(page, bridge('saveFirstOut'))
    await weighAgain(page, `MA ${mark}`, 'full', 25_000)
    await expect.poll(() => loadsOf(served, `MA ${mark}`)).toEqual([['', 10_000]])
    const settled = await settle(page, served, mill, [
      { reference: `MM-${mark}`, plate: `MA ${mark}`, kilograms: 9980 },
    ])
    expect(settled.status).toBe('closed')
    const theirs = (await comeIn(await another(), { url: served.url, owner: farm.owner })).page
    await theirs.waitForURL('**/mine')
    const left = 8823.529
    await theirs
      .getByText(`${tonnes(left, 6)} t`)
      .first()
      .waitFor()
    await theirs
      .getByText(`${told(mine('loss'), { reason: native('dryingLoss') })}, ${mine('owner')}`)
      .first()
      .waitFor()
    const [{ closing }] = (await farm.ask('GET', `/api/inventory/owners/${farm.id}/statement`)).groups
    expect(closing).toBe(left)
  },
  async 'See one’s grain with others'({ served, mark, another }) {
    const farm = await served.addOrganisation(`Hof Fern ${mark}`)
    const owner = { id: farm.id, name: `Hof Fern ${mark}` }
    const { bays, places } = await makeBays({ served, mark }, 'Fernlager')
    const sample = { fields: [{ name: 'Moisture', value: '14.2', metric: '%' }] }
    const { id } = await served.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2026',
      owned: false,
      commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
      storage: [{ ...places[0], weight: 28_460.5 }],
      source: { owner, intake: { moveAtUTC: '2026-09-01T09:00:00Z', sender: owner, sample } },
    })
    await served.ask('POST', '/api/inventory/records/adjustments', {
      records: [{ id, adjustTo: 28_300 }],
      reasonId: 8,
    })
    const { page } = await comeIn(await another(), { url: served.url, owner: farm.owner })
    await page.waitForURL('**/mine')
    await page.getByRole('heading', { name: told(mine('at'), { storer: 'Hill Farm' }) }).waitFor()
    await page
      .getByRole('region', { name: mine('balance') })
      .getByText('28,30 t')
      .waitFor()
    const lots = page.getByRole('region', { name: mine('lots') }).last()
    await lots.getByText(bays[0]).waitFor()
    await lots.getByText(new RegExp(`${native('moisture')} 14,2\\s%`)).waitFor()
    await page
      .getByText(`${told(mine('loss'), { reason: native('pests') })}, ${mine('storer')}`)
      .first()
      .waitFor()
    const [{ closing }] = (await farm.ask('GET', `/api/inventory/owners/${farm.id}/statement`)).groups
    expect(closing).toBe(28_300)
  },
  async 'Read a report beside the year before'({ page, served }) {
    await page.goto('/reports')
    await page.getByLabel(report('kind'), { exact: true }).selectOption('owners')
    await page.getByLabel(report('beside')).check()
    await page.locator('.report-heading').getByText(report('owners')).waitFor()
    await page.locator('[aria-busy="false"]').waitFor()
    const { groups } = await served.ask('GET', '/api/inventory/reports?kind=owners&withYearBefore=true')
    expect(await page.locator('.report-table tfoot').count()).toBe(groups.length)
    expect(await page.locator('.report-before').count()).toBeGreaterThan(0)
  },
}
