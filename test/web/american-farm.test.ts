import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices, hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { farms, toGram, type Farm } from './farm-units.ts'
import { serveConsole, type Neighbour, type ServedConsole } from './service.ts'

const YEAR = '2031'
/** What the browser says of a map that it draws without a graphics card. */
const OF_MAPS = /GL Driver Message/

describe.runIf(hasBrowser)('a day on a farm that reads', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  test.each(farms)('%s', async (name, farm) => {
    const people = await served.addOrganisation(name, ['Grace', 'Lane'], farm.countryISO)
    const watched = await openPage(browser, served)
    const day: Day = { watched, page: watched.page, farm, ask: people.ask, name }
    await signIn(watched, people, '/stores')
    await addStore(day)
    await addField(day)
    await plant(day)
    for (const lorry of farm.lorries) await weigh(day, lorry)
    await seeStock(day)
    await move(day)
    await count(day)
    await agree(day)
    await cut(day)
    await seeClock(day)
    await seeNoOtherUnit(day)
  })
})

interface Day {
  watched: WatchedPage
  page: Page
  farm: Farm
  ask: Neighbour['ask']
  name: string
}

/** Goes to a screen as a link does, so that what the page knows by now is shown there. */
async function go(page: Page, to: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(to)})`)
  await expect.poll(() => page.url().endsWith(to)).toBe(true)
}

/** Chooses the first kind of wheat that the country knows. */
async function chooseWheat(page: Page, label: string | RegExp): Promise<void> {
  const choice = page.getByLabel(label, { exact: true })
  const value = await choice
    .locator('option', { hasText: /^Wheat/ })
    .first()
    .getAttribute('value')
  await choice.selectOption(value ?? '')
}

async function addStore({ page, farm, ask }: Day): Promise<void> {
  const { reads, capacity } = farm
  await page.getByRole('button', { name: 'Add a store' }).first().click()
  const dialog = page.getByRole('dialog')
  // As long as no grain is chosen, nobody knows what a bushel weighs.
  await dialog.getByLabel(`Each bay takes, ${reads.units.others}`).waitFor()
  await dialog.getByLabel('Name of the store').fill('Long Barn')
  await dialog.getByLabel('Of which grain').selectOption({ label: 'Wheat' })
  await dialog.getByLabel(`Each bay takes, ${reads.units.stock}`).fill(capacity.typed)
  await dialog.getByText(reads.exact(capacity.is), { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Add the store with 2 bays' }).click()
  await page.getByRole('heading', { name: 'Long Barn' }).waitFor()
  await page
    .getByRole('region', { name: 'Takes' })
    .getByText(reads.stock(capacity.is), { exact: false })
    .first()
    .waitFor()
  const { docs } = await ask('GET', '/api/inventory/storage?type=store')
  for (const { capacity: stored } of docs[0].substorage) expect(stored[0].weight.weight).toBe(capacity.is)
}

async function addField({ page, farm: { reads, area }, ask }: Day): Promise<void> {
  await go(page, '/fields')
  await page.getByRole('button', { name: 'New field' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the field').fill('West Quarter')
  await dialog.getByLabel(`Area in ${reads.units.areas}`).fill(area.typed)
  await dialog.getByRole('button', { name: 'Make the field' }).click()
  await page.getByRole('heading', { name: 'West Quarter' }).waitFor()
  await page.getByText(reads.area(area.is), { exact: true }).first().waitFor()
  const { docs } = await ask('GET', '/api/inventory/storage?type=field')
  expect(docs[0].area).toBe(area.is)
}

async function plant({ page, farm, ask }: Day): Promise<void> {
  const { reads, area } = farm
  await go(page, '/harvest/plantings')
  await chooseWheat(page, 'Grain')
  await page.getByLabel('Harvest year').fill(YEAR)
  await page.getByLabel(`Expected yield, ${reads.units.yields}`).fill(farm.yield.typed)
  await page.getByText(reads.perArea(farm.yield.perHectare, 1), { exact: true }).waitFor()
  await page.getByLabel('Sow on West Quarter').check()
  await page.getByRole('button', { name: 'Enter 1 planting' }).click()
  await page.waitForURL(`**/harvest?year=${YEAR}`)
  const expected = farm.yield.perHectare * area.is
  await page
    .getByText(`${reads.stock(expected)} expected`)
    .first()
    .waitFor()
  const [plan] = await ask('GET', `/api/inventory/harvest-plans?f:harvestYear=${YEAR}`)
  expect(plan.records[0].planting.expectedYield).toBeCloseTo(farm.yield.perHectare, 2)
}

const scale = (page: Page, name: 'Full' | 'Empty') => page.locator('.scale').getByLabel(name)
/** The figure without its unit, as it stands in a field. */
const bare = (written: string) => written.replace(/ \S+$/, '')

async function weigh({ page, watched, farm, ask }: Day, lorry: Farm['lorries'][number]) {
  const { reads } = farm
  const { plate, full, empty } = lorry
  const net = toGram(full.is - empty.is)
  await go(page, '/weighbridge')
  await page.getByText('In', { exact: true }).click()
  await page.getByLabel('Registration').fill(plate)
  await page.keyboard.press('Escape')
  await page.getByLabel('From', { exact: true }).fill('Creek Farm')
  await page.keyboard.press('Escape')
  await chooseWheat(page, 'Grain')
  const bought = page.getByRole('radio', { name: 'Bought' })
  await page.getByRole('radio', { name: /Bay 1/ }).check({ force: true })
  await scale(page, 'Full').fill(full.typed)
  await scale(page, 'Full').blur()
  // What was read comes back as it was read.
  await expect.poll(() => scale(page, 'Full').inputValue()).toBe(bare(reads.weighed(full.is)))
  expect(await page.locator('.scale-input').innerText()).toContain(reads.units.scale)
  if (!(await bought.isChecked())) await bought.check({ force: true })
  await watched.expectLooks(`${farm.countryISO} first weighing`, OF_MAPS, devices)
  await page.getByRole('button', { name: 'Save and send to tip' }).click()
  const waiting = page.locator('button.row', { hasText: plate })
  await waiting.getByText(reads.weighed(full.is)).waitFor()
  await waiting.click()
  await scale(page, 'Empty').fill(empty.typed)
  await scale(page, 'Empty').blur()
  await expect.poll(() => page.locator('.net').innerText()).toBe(reads.weighed(net))
  await page
    .getByRole('region', { name: 'What the book will say' })
    .getByText(`+${bare(reads.exact(net))}`)
    .waitFor()
  await watched.expectLooks(`${farm.countryISO} second weighing`, OF_MAPS, devices)
  await page.getByRole('button', { name: 'Finish ticket' }).click()
  await page.locator('[data-ticket]', { hasText: plate }).getByText(reads.weighed(net)).waitFor()
  await expect
    .poll(async () => {
      const { docs } = await ask('GET', '/api/inventory/movements?type=intake&limit=1')
      return [docs[0]?.weighbridge.full.weight, docs[0]?.weighbridge.empty.weight]
    })
    .toEqual([full.is, empty.is])
}

/** What came in, in the list of stock, at its own page, its bay, the position and the lorries. */
async function seeStock({ page, watched, farm, ask }: Day): Promise<void> {
  const { reads, lorries, capacity } = farm
  const all = toGram(lorries.reduce((sum, { full, empty }) => sum + full.is - empty.is, 0))
  const { lines } = await ask('GET', '/api/inventory/position')
  const [{ recordId, storageId, substorageId, weight }] = lines
  expect(weight).toBeCloseTo(all, 2)
  await go(page, '/stock')
  await page.getByRole('cell', { name: bare(reads.stock(all)), exact: true }).waitFor()
  await watched.expectLooks(`${farm.countryISO} stock`, OF_MAPS, devices)
  await go(page, `/stock/${recordId}`)
  const now = page.locator('.record-now')
  await now.getByText(reads.stock(all)).waitFor()
  if (reads.besides) await now.getByText(reads.besides(all)).waitFor()
  await watched.expectLooks(`${farm.countryISO} heap`, OF_MAPS, devices)
  await go(page, `/stores/${storageId}?bay=${substorageId}`)

  const lies = page.getByRole('region', { name: 'What lies there' })
  await lies.getByText(reads.exact(all)).waitFor()
  if (reads.besides) await lies.getByText(reads.besides(all)).waitFor()
  await lies.getByText(`Room for ${reads.stock(capacity.is - all)}`).waitFor()
  await watched.expectLooks(`${farm.countryISO} bay`, OF_MAPS, devices)
  await go(page, '/position')
  const row = page.locator('tbody tr', { hasText: 'Wheat' })
  await row
    .getByText(bare(reads.exact(all)))
    .first()
    .waitFor()
  if (reads.besides) await row.getByText(reads.besides(all)).waitFor()
  await watched.expectLooks(`${farm.countryISO} position`, OF_MAPS, devices)
  await go(page, '/movements')
  for (const { plate, full, empty } of lorries)
    await page
      .locator('tr', { hasText: plate })
      .getByText(bare(reads.weighed(toGram(full.is - empty.is))), { exact: true })
      .waitFor()
  await seeReadings(page, lorries, reads)
}

/** Both readings of each lorry, and the fields in which they are corrected. */
async function seeReadings(page: Page, lorries: Farm['lorries'], reads: Farm['reads']): Promise<void> {
  for (const { plate, full, empty } of lorries) {
    await go(page, '/movements')
    await page.locator('tr', { hasText: plate }).getByRole('button').first().click()
    const panel = page.getByRole('dialog')
    for (const { is } of [full, empty]) await panel.getByText(reads.weighed(is)).first().waitFor()
    expect(await panel.innerText()).not.toMatch(/\.99/)
    await panel.getByRole('button', { name: 'Readings' }).click()
    for (const [name, { is }] of [['Full', full] as const, ['Empty', empty] as const])
      expect(await panel.getByLabel(new RegExp(`^${name}`)).inputValue()).toBe(bare(reads.weighed(is)))
  }
}

async function heaps({ ask }: Day) {
  const { lines } = await ask('GET', '/api/inventory/position')
  return lines.toSorted((one: { weight: number }, other: { weight: number }) => other.weight - one.weight)
}

async function move(day: Day): Promise<void> {
  const { page, watched, farm } = day
  const { reads } = farm
  const [heap] = await heaps(day)
  await go(page, `/stock/${heap.recordId}`)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`How much, ${reads.units.stock}`).fill(farm.move.typed)
  await dialog.getByText(reads.exact(farm.move.is), { exact: true }).waitFor()
  const where = dialog.getByLabel('Where to')
  const bay = where.locator('option', { hasText: 'Bay 2' })
  expect(await bay.innerText()).toMatch(new RegExp(`room [\\d,.]+ ${reads.units.stock}$`))
  await where.selectOption((await bay.getAttribute('value')) ?? '')
  await dialog
    .getByText(`+${bare(reads.exact(farm.move.is))}`)
    .first()
    .waitFor()
  await watched.expectLooks(`${farm.countryISO} move`, OF_MAPS, devices)
  await dialog.getByRole('button', { name: `Move ${reads.exact(farm.move.is)} to` }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await heaps(day)).at(-1).weight).toBe(farm.move.is)
}

async function count(day: Day): Promise<void> {
  const { page, farm } = day
  const { reads } = farm
  const heap = (await heaps(day)).at(-1)
  await go(page, `/stores/${heap.storageId}?bay=${heap.substorageId}`)

  await page.getByRole('button', { name: 'Count', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`The book says ${reads.exact(farm.move.is)}.`).waitFor()
  await dialog.getByLabel(`Counted, ${reads.units.stock}`).fill(farm.count.typed)
  const lost = reads.exact(toGram(farm.move.is - farm.count.is))
  await dialog.getByText(`${lost} less than the book`).waitFor()
  await dialog.getByRole('button', { name: `Save the count: ${lost} lost` }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Counts' }).getByText(`−${lost}`).waitFor()
  expect((await heaps(day)).at(-1).weight).toBe(farm.count.is)
}

async function agree({ page, watched, farm, ask }: Day): Promise<void> {
  const { reads, contract } = farm
  await go(page, '/contracts/new')
  await page.getByLabel('Owner of the grain').fill('Creek Farm')
  await page.keyboard.press('Escape')
  await page.getByLabel('Reference on paper').fill('ST-1')
  await chooseWheat(page, 'Grain')
  await page.getByLabel(`Agreed weight, ${reads.units.stock}`).fill(contract.typed)
  await page.getByRole('button', { name: `Enter the contract over ${reads.exact(contract.is)}` }).click()
  await page.waitForURL(/\/contracts\/[\da-f-]{36}/)
  await page.getByText(reads.exact(contract.is)).first().waitFor()
  if (reads.besides) await page.getByText(reads.besides(contract.is)).first().waitFor()
  await watched.expectLooks(`${farm.countryISO} contract`, OF_MAPS, devices)
  const { docs } = await ask('GET', '/api/inventory/contracts')
  expect(docs[0].inventory.weight).toBe(contract.is)
}

async function cut({ page, watched, farm, ask }: Day): Promise<void> {
  const { reads, area, left } = farm
  const plans = await ask('GET', `/api/inventory/harvest-plans?f:harvestYear=${YEAR}`)
  await go(page, `/harvest/${plans[0].id}`)
  await page
    .getByText(`expected ${bare(reads.perArea(farm.yield.perHectare, 1))}`)
    .first()
    .waitFor()
  // The slider stops at round figures of the unit that is shown.
  const slider = page.getByLabel('Still to cut on West Quarter', { exact: true })
  const typed = page.getByLabel(`Still to cut on West Quarter, in ${reads.units.areas}`)
  await slider.focus()
  await slider.press('ArrowLeft')
  await expect.poll(() => typed.inputValue()).toMatch(/^\d+(\.\d{1,2})?$/)
  await typed.fill(left.typed)
  await page
    .getByText(`${bare(reads.area(left.is))} of ${reads.area(area.is)} left to cut`)
    .first()
    .waitFor()
  await watched.expectLooks(`${farm.countryISO} harvest`, OF_MAPS, devices)
  const save = page.getByRole('button', { name: 'Save the area of 1 field' })
  await save.click()
  await save.waitFor({ state: 'detached' })
  const [plan] = await ask('GET', `/api/inventory/harvest-plans?f:harvestYear=${YEAR}`)
  expect(plan.records[0].planting.areaRemaining).toBe(left.is)
}

/** Times of day as the country tells them. */
async function seeClock({ page, farm: { reads } }: Day): Promise<void> {
  await go(page, '/movements')
  const row = page.locator('tbody tr').first()
  await row.waitFor()
  expect((await row.innerText()).replaceAll(/\s/g, ' ')).toMatch(reads.clock)
}

const screens = ['/', '/position', '/stock', '/stores', '/fields', '/contracts', '/harvest', '/for-sale']

/** What a screen says once it says nothing more. */
async function settledText(page: Page): Promise<string> {
  const content = page.locator('#content')
  await content.locator('h1').first().waitFor()
  let text = ''
  const isSettled = async () => {
    const before = text
    text = await content.innerText()
    return text === before && (await content.locator(':is([aria-busy=true], .skeleton)').count()) === 0
  }
  await expect.poll(isSettled, { interval: 800 }).toBe(true)
  return text
}

async function seeNoOtherUnit({ page, watched, farm: { reads, countryISO } }: Day): Promise<void> {
  for (const screen of [...screens, '/movements', '/weighbridge', '/blend', '/harvest/plantings']) {
    await page.goto(screen)
    const text = await settledText(page)
    expect(
      text.split('\n').filter((line) => reads.others.test(line)),
      screen,
    ).toEqual([])
    await watched.screenshot(`${countryISO} ${screen.slice(1).replace('/', ' ') || 'today'}`)
  }
  await watched.expectSound(OF_MAPS)
}
