import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { makeWorkplace, serve, type RunningProgram } from '../program.ts'
import type { WatchedPage } from './browser.ts'
import { toGram, toNumber } from './figures.ts'

// What a clerk does on the first day, by the browser alone. The weights are checked at the end, to the gram.

export const owner = {
  organisation: 'Hill Farm',
  givenName: 'Ann',
  familyName: 'Hill',
  email: 'ann@hillfarm.example',
  password: 'four grey geese at dawn',
}

/** What a lorry brings or takes. */
export interface Lorry {
  plate: string
  party: string
  full: number
  empty: number
}

/** The large figure. */
const scale = (page: Page, name: 'Full' | 'Empty') => page.locator('.scale').getByLabel(name)

const figures = (kg: number) => kg.toLocaleString('en-GB')

/** The program on an empty folder, and the code that it prints. */
export async function begin(): Promise<{ served: RunningProgram; code: string; end: () => Promise<void> }> {
  const workplace = await makeWorkplace()
  const served = await serve({ cwd: workplace.directory, env: { DATA_DIR: workplace.dataDir } })
  const end = async () => {
    served.kill('SIGTERM')
    await served.ended
    await workplace.remove()
  }
  await expect.poll(() => served.stdout()).toMatch(/\/welcome#\S+/)
  return { served, code: /\/welcome#(\S+)/.exec(served.stdout())?.[1] ?? '', end }
}

/** Makes the organisation with the code that the terminal shows, to begin with a store. */
export async function welcome(watched: WatchedPage, code: string): Promise<void> {
  await fillWelcome(watched, code)
  await watched.page.getByRole('button', { name: 'Make it' }).click()
}

export async function fillWelcome({ page }: WatchedPage, code: string): Promise<void> {
  await page.goto('/welcome')
  await page.getByLabel('One-time code').fill(code)
  await page.getByLabel('Farm, store or merchant').fill(owner.organisation)
  await page.getByLabel('Country').selectOption({ label: 'United Kingdom' })
  await page.getByLabel('Given name').fill(owner.givenName)
  await page.getByLabel('Family name').fill(owner.familyName)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
}

/** A store with two bays for wheat of 500 tonnes each. */
export async function addStore({ page }: WatchedPage): Promise<void> {
  await page.waitForURL('**/stores')
  await page.getByRole('button', { name: 'Add a store' }).first().click()
  await page.getByLabel('Name of the store').fill('Long Barn')
  await page.getByLabel('Each bay takes, t').fill('500')
  await page.getByLabel('Of which grain').selectOption({ label: 'Wheat' })
  await page.getByRole('button', { name: 'Add the store with 2 bays' }).click()
  await page.getByRole('heading', { name: 'Long Barn' }).waitFor()
}

export async function toWeighbridge(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Weighbridge', exact: true }).locator('visible=true').first().click()
  await page.getByRole('form', { name: 'New ticket' }).waitFor()
}

/** All that a ticket from a supplier asks for of a lorry that nobody knows. */
export async function fillIncoming(page: Page, { plate, party, full }: Lorry, bay: string): Promise<void> {
  await page.getByLabel('Registration').fill(plate)
  await page.getByLabel('From', { exact: true }).fill(party)
  await page.keyboard.press('Escape')
  await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
  // The list grows while it is said what lies in each bay: the press waits until it stands still.
  const choice = page.getByRole('radio', { name: new RegExp(bay) })
  await page.locator('label').filter({ has: choice }).click()
  expect(await choice.isChecked()).toBe(true)
  await scale(page, 'Full').fill(String(full))
}

/** Says that what the sender brings is bought, which is asked of each sender once. */
export const isBought = (page: Page) => page.getByRole('radio', { name: 'Bought' }).check({ force: true })

/** The lorry comes back over the bridge. */
export async function weighAgain(
  page: Page,
  { plate, full, empty }: Lorry,
  second: 'Empty' | 'Full',
): Promise<void> {
  await page.locator('button.row', { hasText: plate }).click()
  await scale(page, second).fill(String(second === 'Empty' ? empty : full))
  await scale(page, second).blur()
  await page.getByRole('button', { name: 'Finish ticket' }).click()
  await page
    .locator('[data-ticket]', { hasText: plate })
    .filter({ hasText: figures(full - empty) })
    .waitFor()
}

export async function lorryIn(
  page: Page,
  lorry: Lorry,
  bay: string,
  whose: 'Bought' | 'Stored for the sender' = 'Bought',
): Promise<void> {
  await fillIncoming(page, lorry, bay)
  await page.getByRole('radio', { name: whose }).check({ force: true })
  await page.getByRole('button', { name: 'Save and send to tip' }).click()
  await weighAgain(page, lorry, 'Empty')
}

export async function lorryOut(page: Page, lorry: Lorry, bay: string): Promise<void> {
  await page.getByText('Out', { exact: true }).click()
  await page.getByLabel('Registration').fill(lorry.plate)
  await page.getByLabel('To', { exact: true }).fill(lorry.party)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: new RegExp(bay) }).check({ force: true })
  await scale(page, 'Empty').fill(String(lorry.empty))
  await page.getByRole('button', { name: 'Save and send to load' }).click()
  await weighAgain(page, lorry, 'Full')
}

/** A ticket on paper that turns up after the count. */
export async function lateTicket(page: Page, lorry: Lorry, bay: string, day: string): Promise<void> {
  await fillIncoming(page, lorry, bay)
  await isBought(page)
  await page.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).click()
  const late = page.getByRole('group', { name: 'A late ticket' })
  await late.getByLabel('Day').fill(day)
  await late.getByLabel('Time').fill('16:40')
  await late.getByLabel('Empty, in kilograms').fill(String(lorry.empty))
  await late.getByLabel('Number on the ticket').fill('P-117')
  await page.getByRole('button', { name: 'Finish ticket' }).click()
  await page.locator('[data-ticket="P-117"]').waitFor()
}

export async function allInBook(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.top .connection').textContent()).toBe('Everything is in the book')
}

/** What the record says of every kilogram: the lines of its waterfall, in kilograms. */
export async function waterfall(page: Page): Promise<Record<string, number>> {
  const lines = await page.locator('.steps .step').allInnerTexts()
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', figure = ''] = line.split(/\n+/)
      return [name.trim(), toGram(toNumber(figure.replace(' t', '')) * 1000)]
    }),
  )
}
