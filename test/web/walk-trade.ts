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
}
