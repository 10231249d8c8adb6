import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { exact } from './figures.ts'
import { expect } from 'vitest'
import { textOfPdf } from '../pdf.ts'
import { allInBook, toWeighbridge, weighAgain } from './walk.ts'

// What a farm does in the week of its wheat harvest, by the browser alone. What comes of it is checked in the test.

export const CROP = 'Wheat, Skyfall'

/** A trailer of wheat off a field. */
export interface Load {
  field: string
  plate: string
  full: number
  empty: number
  /** As it is typed; undefined where nobody measured. */
  moisture?: string
}

/** A ticket on paper, which is entered later. */
export interface PaperTicket extends Load {
  day: string
  number: string
}

/** Goes to a screen by the rail. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: screen, exact: true }).locator('visible=true').first().click()
  await page.getByRole('heading', { name: screen, exact: true, level: 1 }).waitFor()
}

/** One variety of wheat on fields, all of them at once, where nothing is entered yet. */
export async function plant(page: Page, fields: string[], year: string): Promise<void> {
  await goTo(page, 'Harvest')
  await page.getByRole('link', { name: 'Enter plantings' }).click()
  await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, Winter, Group 1' })
  await page.getByLabel('Variety').fill('Skyfall')
  await page.keyboard.press('Escape')
  await page.getByLabel('Harvest year').fill(year)
  await page.getByLabel('Sown on').fill(`${Number(year) - 1}-10-03`)
  await page.getByLabel('Expected yield, t a hectare').fill('8.5')
  for (const field of fields) await page.getByLabel(`Sow on ${field}`).check()
  await page.getByRole('button', { name: `Enter ${fields.length} plantings` }).click()
  await page.waitForURL(`**/harvest?year=${year}`)
  await page.getByRole('link', { name: CROP }).waitFor()
}

async function offField(page: Page): Promise<void> {
  await toWeighbridge(page)
  await page.getByText('Off a field', { exact: true }).click()
}

const chooseField = (page: Page, field: string) =>
  page.getByRole('combobox', { name: 'Field', exact: true }).selectOption({ label: `${field} · ${CROP}` })

const chooseBay = (page: Page, bay: string) =>
  page.getByRole('radio', { name: new RegExp(bay) }).check({ force: true })

const fillFull = (page: Page, { full }: Load) => page.locator('.scale').getByLabel('Full').fill(String(full))

async function measure(page: Page, { moisture }: Load): Promise<void> {
  if (moisture === undefined) return
  await page.getByRole('button', { name: /^Add what was measured/ }).click()
  await page.getByLabel(/^Moisture/).fill(moisture)
}

/** The book is asked what it will say before the ticket is finished. */
const saysBefore = (page: Page, { full, empty }: Load) =>
  page
    .getByRole('region', { name: 'What the book will say' })
    .getByText(`+${exact(full - empty)}`)
    .waitFor()

/** Tickets of the days before, from paper. */
export async function enterPaper(page: Page, tickets: PaperTicket[], bay: string): Promise<void> {
  await offField(page)
  for (const ticket of tickets) {
    await page.getByLabel('Registration').fill(ticket.plate)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).click()
    const late = page.getByRole('group', { name: 'A late ticket' })
    await late.getByLabel('Day').fill(ticket.day)
    await late.getByLabel('Time').fill('16:40')
    await late.getByLabel('Empty, in kilograms').fill(String(ticket.empty))
    await late.getByLabel('Number on the ticket').fill(ticket.number)
    await chooseField(page, ticket.field)
    await chooseBay(page, bay)
    await measure(page, ticket)
    await fillFull(page, ticket)
    await saysBefore(page, ticket)
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page.locator(`[data-ticket="${ticket.number}"]`).waitFor()
    await allInBook(page)
  }
}

/** A trailer that was here before: a tap, its field, and what it weighs full. */
async function knownTrailer(page: Page, load: Load): Promise<void> {
  await offField(page)
  await page.locator('.chip', { hasText: load.plate }).click()
  await chooseField(page, load.field)
  await fillFull(page, load)
  await measure(page, load)
}

/** Over the bridge full and, when it has tipped where it tipped last, empty. */
export async function weighTwice(page: Page, load: Load): Promise<void> {
  await knownTrailer(page, load)
  await page.getByRole('button', { name: 'Save and send to tip' }).click()
  await weighAgain(page, { ...load, party: '' }, 'Empty')
  await allInBook(page)
}

/** Over the bridge once, with the tare of the last time, into another bay since where it tipped last would be too full. */
export async function weighOnce(page: Page, load: Load, { over, bay }: { over: string; bay: string }) {
  const net = load.full - load.empty
  await knownTrailer(page, load)
  const recalled = page.getByRole('region', { name: load.plate })
  await expect.poll(() => recalled.innerText()).toContain(`Over capacity by ${over} t`)
  await page.getByRole('button', { name: `Use ${kg(load.empty)} kg from` }).click()
  await recalled.getByRole('button', { name: 'Change' }).click()
  await chooseBay(page, bay)
  await saysBefore(page, load)
  await page.getByRole('button', { name: 'Finish ticket' }).click()
  await page.locator('[data-ticket]', { hasText: kg(net) }).waitFor()
  await allInBook(page)
}

/** Says by the slider and the keyboard how much of a field is left to cut. Stays on the page of the crop. */
export async function cut(page: Page, field: string, keys: string[], left: number): Promise<void> {
  await goTo(page, 'Harvest')
  await page.getByRole('link', { name: CROP }).click()
  await page.getByRole('slider', { name: `Still to cut on ${field}`, exact: true }).focus()
  for (const key of keys) await page.keyboard.press(key)
  expect(await page.getByLabel(`Still to cut on ${field}, in hectares`).inputValue()).toBe(String(left))
  const save = page.getByRole('button', { name: 'Save the area of 1 field' })
  await save.click()
  await save.waitFor({ state: 'detached' })
}

/** Walks to a bay and counts it; what is less than the book has the reason. Stays on its page. */
export async function count(page: Page, bay: string, counted: number, { reason, lost }: Lost): Promise<void> {
  await goTo(page, 'Stores')
  await page.getByText(bay, { exact: true }).click()
  await page.getByRole('button', { name: 'Count' }).click()
  await page.getByLabel('Counted, t').fill(exact(counted))
  await page.getByLabel('Reason').selectOption({ label: reason })
  await page.getByRole('button', { name: `Save the count: ${exact(lost)} t lost` }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const counts = page.getByRole('region', { name: 'Counts' })
  await counts.getByText(reason).waitFor()
  await counts.getByText(`−${exact(lost)} t`).waitFor()
}

interface Lost {
  reason: string
  lost: number
}

/** The figures in the last line of the position, in kilograms. */
export async function positionSums(page: Page): Promise<number[]> {
  const cells = await page.locator('tfoot td').allInnerTexts()
  // Tonnes to the gram.
  return cells.map(
    (text) =>
      Math.round(Number(text.replaceAll(',', '').replace('−', '-').replace('+', '')) * 1_000_000) / 1000,
  )
}

/** What a button saves as PDF, as text. */
export async function printed(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return (await textOfPdf(await readFile(await download.path()))).join('\n').replaceAll(/\s+/g, ' ')
}

/** Kilograms as the screens write them. */
export const kg = (weight: number) => weight.toLocaleString('en-GB')
