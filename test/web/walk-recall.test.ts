import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { textOfPdf } from '../pdf.ts'
import { hasBrowser, openPage, signIn } from './browser.ts'
import {
  addColleague,
  byName,
  FEEDS,
  kg,
  reweigh,
  seedComplaint,
  tellLoad,
  tellRecord,
  type Complaint,
} from './complaint.ts'
import { exact } from './figures.ts'
import { useConsole } from './use-console.ts'

// A buyer telephones: the grain of one lorry is not right. What it was made of, who else has some of it, what lies here still, and telling others.

const NOTE = 'Quarantined: Dale Feeds complains about DF62 FED.'
/** The field's map is drawn without a GPU, of which Chromium complains. */
const DRAWN = /GL Driver Message/
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

describe.runIf(hasBrowser)('a recall', () => {
  const used = useConsole()
  const { open } = used
  const ask = (at: string) => used.served.ask('GET', `/api/inventory/${at}`)
  let history: Complaint
  beforeAll(async () => {
    history = await seedComplaint(used.served)
  })

  /** Goes to a screen by the rail. */
  const goTo = (page: Page, name: string) =>
    page
      .locator('.side')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()

  /** What a button saves: the file, and what stands on it. */
  async function saved(page: Page, name: string): Promise<{ path: string; name: string; text: string }> {
    const button = page.getByRole('button', { name })
    await button.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    const path = await download.path()
    return {
      path,
      name: download.suggestedFilename(),
      text: plain((await textOfPdf(await readFile(path))).join('\n')),
    }
  }

  /** The rows of a table of the page, cell by cell. */
  async function rowsOf(page: Page, title: string): Promise<string[][]> {
    const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: title }) })
    const rows = await table.locator('tbody tr').all()
    return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
  }

  test(
    'from the registration to everybody who has some of it, the bay closed and a colleague told',
    { timeout: 180_000 },
    async () => {
      const { crop, heaps, complaint } = history
      const [heap] = heaps
      const colleague = await addColleague(used.served)
      const watched = await open('/')
      const { page } = watched

      // The buyer reads the registration to us.
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find or do' }).waitFor()
      await page.keyboard.type('df62fed')
      await page
        .getByRole('option', { name: /DF62 FED/ })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
      const ticket = page.getByRole('dialog', { name: /^Movement \d/ })
      await ticket.getByText('16,000 kg', { exact: true }).waitFor()
      await ticket.getByText(FEEDS.organisationName).waitFor()

      // What it was made of.
      const { madeOf } = await ask(`movements/${complaint}/trace`)
      expect(byName(madeOf)).toEqual({
        'Hollow Farm': 6400,
        'Rook Hill': 3840,
        'Long Meadow': 2880,
        'Brook Farm': 2880,
      })
      const parts = ticket
        .locator('section')
        .filter({ hasText: 'What the load was made of' })
        .getByRole('listitem')
      await parts.first().waitFor()
      expect((await parts.allInnerTexts()).map(plain)).toEqual(
        madeOf.map(
          (each: {
            fieldName: string
            organisationName: string
            variety: string
            weight: number
            share: number
          }) =>
            `${each.fieldName || each.organisationName} ${each.variety} ${kg(each.weight)} kg ${each.share}%`,
        ),
      )
      await watched.screenshot('recall load')
      await watched.expectSound()
      const ofLoad = await saved(page, 'Recall sheet (PDF)')
      expect(ofLoad.text).toContain(
        `${await tellLoad(used.served, complaint)} ${await tellRecord(used.served, heap)}`,
      )

      // Who else has some of it, and where the rest lies.
      await ticket.getByRole('link', { name: 'See the stock' }).click()
      await page.getByText('As a table').click()
      const { wentTo } = await ask(`records/${heap}/trace`)
      const went = {
        'Quarry Barn, Quarry 1': 34_000,
        'Valley Mill': 26_000,
        'Dale Feeds': 16_000,
        'Quarry Barn, Quarry 2': 4000,
      }
      expect(byName(wentTo)).toEqual(went)
      expect(await rowsOf(page, 'Went to')).toEqual(
        Object.entries(went).map(([name, weight]) => [name, exact(weight), `${weight / 800}%`]),
      )
      await page.getByRole('button', { name: '2 loads' }).click()
      for (const tonnes of ['20.00 t', '6.00 t'])
        await page.locator('.flow-words').getByText(tonnes, { exact: true }).waitFor()
      await watched.screenshot('recall heap')
      await watched.expectSound()

      // The bay it came from: its sheet, and a note so that nothing more leaves.
      await goTo(page, 'Stores')
      await page.getByRole('link', { name: 'Quarry 1', exact: true }).click()
      await page.getByRole('region', { name: 'What lies there' }).getByText('34.00 t').waitFor()
      const ofBay = await saved(page, 'Recall sheet (PDF)')
      expect(ofBay.name).toMatch(/^Recall-sheet-Quarry-Barn-Quarry-1-\d{4}-\d\d-\d\d\.pdf$/)
      expect(ofBay.text).toContain('Recall sheet Quarry Barn, Quarry 1')
      expect(ofBay.text).toContain(await tellRecord(used.served, heap))
      await page.getByRole('button', { name: 'Add a note' }).click()
      await page.getByLabel('About').selectOption({ label: 'Out of use' })
      await page.getByLabel('What was done or seen').fill(NOTE)
      await page.getByRole('button', { name: 'Save the note' }).click()
      await page
        .getByRole('region', { name: 'Notes' })
        .getByRole('listitem')
        .filter({ hasText: NOTE })
        .getByText('Out of use')
        .waitFor()
      await watched.screenshot('recall bay')
      await watched.expectSound()

      // One of its fields: where all of that went, through the blends.
      await goTo(page, 'Fields')
      await page
        .getByRole('link', { name: /Rook Hill/ })
        .first()
        .click()
      const ofField = await saved(page, 'Recall sheet (PDF)')
      expect(byName((await ask(`records/${crop}/trace`)).wentTo)).toEqual({
        'Quarry Barn, Quarry 1': 8160,
        'Valley Mill': 8000 + 2400,
        'Dale Feeds': 3840,
        'Quarry Barn, Quarry 2': 1600,
      })
      expect(ofField.text).toContain(await tellRecord(used.served, crop))
      await watched.expectSound(DRAWN)

      // A colleague gets the sheet of the bay.
      await goTo(page, 'Messages')
      await page.getByRole('link', { name: 'New message' }).click()
      await page.getByRole('button', { name: /Sam Brook/ }).click()
      await page.getByLabel('What it is about').fill('DF62 FED')
      await page
        .getByLabel('Message', { exact: true })
        .fill('Please ring Valley Mill: they have 26 t of Quarry 1.')
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: ofBay.name, mimeType: 'application/pdf', buffer: await readFile(ofBay.path) })
      await page.getByRole('button', { name: `Take ${ofBay.name} off` }).waitFor()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('log').getByText('Please ring Valley Mill').waitFor()
      await watched.expectSound(DRAWN)
      const theirs = await openPage(used.browser, used.served)
      await signIn(theirs, { ...used.served, owner: colleague }, '/messages')
      await theirs.page
        .getByRole('region', { name: 'Conversations' })
        .getByRole('link', { name: /Ann Hill/ })
        .click()
      await theirs.page.getByRole('log').getByText('Please ring Valley Mill').waitFor()
      const received = await saved(theirs.page, `Open ${ofBay.name}`)
      expect(await readFile(received.path)).toEqual(await readFile(ofBay.path))
      await theirs.screenshot('recall colleague')
      await theirs.expectSound()
    },
  )

  test(
    'once a load is corrected, the next sheet says what it replaces, and the figures of now',
    { timeout: 180_000 },
    async () => {
      const [heap, next] = history.heaps
      const watched = await open(`/stock/${heap}`)
      const { page } = watched
      const before = await tellRecord(used.served, heap)
      expect((await saved(page, 'Recall sheet (PDF)')).text).toContain(before)
      await reweigh(used.served, history.later, 5600)
      const after = await tellRecord(used.served, heap)
      expect(after).not.toBe(before)
      const again = (await saved(page, 'Recall sheet (PDF)')).text
      expect(again).toContain('Replaces the paper that was printed on')
      expect(again).toContain(after)
      await page.goto(`/stock/${next}`)
      expect(byName((await ask(`records/${next}/trace`)).wentTo)).toEqual({
        'Quarry Barn, Quarry 2': 4400,
        'Valley Mill': 5600,
      })
      expect((await saved(page, 'Recall sheet (PDF)')).text).toContain(await tellRecord(used.served, next))
      await watched.expectSound()
    },
  )
})
