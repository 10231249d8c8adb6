import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { paperBy } from './saved-file.ts'
import { byName, seedComplaint, type Complaint } from './complaint.ts'
import type { ServedConsole } from './service.ts'
import { comeIn, figure, native, press, sentence, told, wordsOf, type Walk } from './walk-language.ts'
import { lay, makeBays, tonnes } from './walk-seed.ts'

// What an office does with loads that are in the book, and how it finds them, each by the words of the page itself.

const panel = await wordsOf('screens/movements/panel-messages.ts', 'panelMessages')
const history = await wordsOf('screens/movements/history-messages.ts', 'historyMessages')
const when = await wordsOf('ui/messages.ts')
const paper = await wordsOf('frame/paper-messages.ts', 'paperMessages')
const palette = await wordsOf('frame/palette-messages.ts', 'paletteMessages')
const deed = await wordsOf('frame/deed-messages.ts', 'deedMessages')
const settings = await wordsOf('screens/settings/messages.ts')
const stock = await wordsOf('screens/stock/messages.ts')
const views = await wordsOf('stock/views-messages.ts', 'viewsMessages')

const DAY_MS = 86_400_000

/** A load that left the heap of a bay yesterday, with more or less of it known. */
async function sell({ served, mark }: { served: ServedConsole; mark: string }, bay: string, more: object) {
  const [place] = (await makeBays({ served, mark }, bay)).places
  const recordId = await lay(served, { ...place, weight: 90_000 })
  const { ids } = await served.ask('POST', '/api/inventory/movements', {
    recordId,
    weight: 20_000,
    movementDateISO: new Date(Date.now() - DAY_MS).toISOString(),
    destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
    sold: true,
    ...more,
  })
  return served.ask('GET', `/api/inventory/movements/${ids[0]}`)
}

/** Opens what finds everything, on a phone by the glass in the head of the page, and goes to the first thing of that name. */
async function find(page: Page, typed: string, option: RegExp): Promise<void> {
  await page
    .getByRole('button', { name: palette('find') })
    .locator('visible=true')
    .first()
    .click()
  await page.getByRole('combobox', { name: palette('find') }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

const histories = new WeakMap<ServedConsole, Promise<Complaint>>()

/** What there is to complain of is there once. */
function complaintOf(served: ServedConsole): Promise<Complaint> {
  const seeded = histories.get(served) ?? seedComplaint(served)
  histories.set(served, seeded)
  return seeded
}

/** By what the guide calls them. */
export const movementTasks: Record<string, Walk> = {
  async 'Change the day of a load'({ page, served, mark }) {
    const { id, movementDateISO } = await sell({ served, mark }, 'Taghalle', {})
    await page.goto(`/movements?open=${id}`)
    await press(page, panel('edit'))
    const day = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)
    await page.getByLabel(when('day'), { exact: true }).fill(day)
    await press(page, panel('save'))
    await page.getByText(new RegExp(`${history('of_date')}: .* → `)).waitFor()
    const after = await served.ask('GET', `/api/inventory/movements/${id}`)
    expect(after.movementDateISO.slice(0, 10)).toBe(day)
    expect(after.movementDateISO.slice(14)).toBe(movementDateISO.slice(14))
  },
  async 'Complete what lacks something'({ page, served, mark }) {
    const { id, actionsRequired } = await sell({ served, mark }, 'Lückenhalle', {})
    expect(actionsRequired.status).toBe('required')
    await page.goto(`/movements?actions=1&open=${id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: panel('complete'), exact: true }).click()
    await dialog.getByLabel(panel('full'), { exact: true }).fill(`${figure(35_000)} kg`)
    await dialog.getByLabel(panel('empty'), { exact: true }).fill('15000')
    await dialog.getByLabel(panel('driver'), { exact: true }).fill(`Jörg Weiß ${mark}`)
    await dialog.getByLabel(panel('vehicle'), { exact: true }).fill(`LÜ ${mark}`)
    await dialog
      .locator('form')
      .getByRole('button', { name: panel('complete'), exact: true })
      .click()
    await dialog.getByRole('button', { name: panel('edit'), exact: true }).waitFor()
    const after = await served.ask('GET', `/api/inventory/movements/${id}`)
    expect([after.status, after.actionsRequired.status, after.driver.name]).toEqual([
      'complete',
      'none',
      `Jörg Weiß ${mark}`,
    ])
  },
  async 'Print a ticket, a passport, a recall sheet'({ page, served, mark }) {
    const { id, documentNumber } = await sell({ served, mark }, 'Druckhalle', {
      driver: { name: 'Sam Brook', vehicleRegistration: `DR ${mark}` },
    })
    await page.goto(`/movements?open=${id}`)
    const printed = (name: string) => paperBy(page.getByRole('button', { name: paper(name) }))
    expect(await printed('ticket')).toMatch(new RegExp(`${native('ticket')} ${documentNumber}.*DR ${mark}`))
    expect(await printed('passport')).toContain(`${figure(20_000).replaceAll(/\s/g, ' ')} kg`)
    expect(await printed('recall')).toContain(`Druckhalle ${mark}`)
    const { docs } = await served.ask('GET', '/api/inventory/papers?limit=3')
    expect(docs.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'passport',
      'recall',
      'ticket',
    ])
  },
  async 'Find anything'({ page, served }) {
    const { docs } = await served.ask('GET', '/api/inventory/movements?limit=1&query=AA06')
    const [{ driver }] = docs
    await page.goto('/stock')
    await find(page, driver.vehicleRegistration.toLowerCase().replace(' ', ''), /AA06 VLM/)
    await page.getByRole('heading', { name: sentence(panel('title')) }).waitFor()
    const opened = new URL(page.url()).searchParams.get('open')
    expect((await served.ask('GET', `/api/inventory/movements/${opened}`)).driver.vehicleRegistration).toBe(
      'AA06 VLM',
    )
    await page.goto('/stock')
    await find(page, native('colleague'), new RegExp(deed('invite')))
    await page.getByRole('heading', { name: settings('invite') }).waitFor()
  },
  async 'Save a view'({ page, served, mark, another }) {
    const name = `Unser Weizen ${mark}`
    await page.goto('/stock?owned=owned+by&f%3Acommodity=1')
    await press(page, views('views'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(views('name')).fill(name)
    await dialog.getByRole('button', { name: views('save') }).click()
    await dialog.getByRole('link', { name }).waitFor()
    await page.goto('/settings/me')
    await page.getByRole('link', { name }).click()
    await page.waitForURL(/\/stock\?.*commodity=1/)
    const onAnother = async () => {
      const { page: elsewhere } = await comeIn(await another(), served)
      await elsewhere.goto('/settings/me')
      return elsewhere
    }
    await (await onAnother()).getByRole('link', { name }).waitFor()
    await page.goto('/settings/me')
    await press(page, told(views('removeOf'), { name }))
    await page.getByRole('link', { name }).waitFor({ state: 'detached' })
    const after = await onAnother()
    await after.getByText(views('none')).waitFor()
    expect(await after.getByRole('link', { name }).count()).toBe(0)
  },
  async 'Trace a complaint'({ page, served }) {
    const { heaps, complaint } = await complaintOf(served)
    await page.goto('/stock')
    await find(page, 'df62fed', /DF62 FED/)
    const load = page.getByRole('dialog')
    await load.getByText(`${figure(16_000)} kg`, { exact: true }).waitFor()
    const { madeOf } = await served.ask('GET', `/api/inventory/movements/${complaint}/trace`)
    for (const weight of Object.values(byName(madeOf)))
      await load
        .getByText(`${figure(weight)} kg`)
        .first()
        .waitFor()
    await load.getByRole('link', { name: panel('seeStock') }).click()
    await page.getByText(stock('asTable')).click()
    const { wentTo } = await served.ask('GET', `/api/inventory/records/${heaps[0]}/trace`)
    for (const [name, weight] of Object.entries(byName(wentTo)))
      await page.getByRole('row', { name: new RegExp(`${name} ${tonnes(weight, 2)}`) }).waitFor()
    const sheet = await paperBy(page.getByRole('button', { name: paper('recall') }))
    expect(sheet).toMatch(new RegExp(`${native('recall')}.*Valley Mill.*Dale Feeds`))
  },
}
