import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { matrixFaults as serviceFaults } from '../../src/inventory/contracts/rules.ts'
import { matrixFaults } from '../../web/src/screens/contracts/matrix.ts'
import { exact } from './figures.ts'
import { hasBrowser, views } from './browser.ts'
import { seedContract } from './seed.ts'
import { useConsole } from './use-console.ts'

const MANY = 10_000
const path = '/api/inventory/contracts'

describe.runIf(hasBrowser)('storage contracts', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  const isWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth')

  test('where there is none, it says what one is for and how to enter it, on a phone', async () => {
    const watched = await open('/contracts', { isPhone: true })
    await watched.page.getByRole('heading', { name: 'No storage contracts yet' }).waitFor()
    await watched.screenshot('contracts empty')
    await watched.expectSound()
    await watched.page.getByRole('link', { name: 'New storage contract' }).click()
    await watched.page.getByRole('heading', { name: 'New storage contract' }).waitFor()
    await watched.page.getByText('Drying is agreed').click()
    await watched.page.getByRole('button', { name: 'Add a row' }).click()
    await watched.screenshot('contract new phone')
    await watched.expectSound()
    expect(await isWide(watched.page)).toBe(false)
  })

  test('is entered by keyboard alone; a gap is refused where it is typed', async () => {
    const watched = await open('/contracts/new')
    const { page } = watched
    const type = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).focus()
      await page.keyboard.type(text)
    }
    const row = (n: number, what: string) => `Row ${n}: ${what}, in per cent`
    await type('Owner of the grain', 'Green Lane Farm')
    await page.getByText('A new partner of this name').waitFor()
    await page.keyboard.press('Escape')
    await type('Reference on paper', 'ST-2')
    await type('Agreed weight, t', '450')
    await page.getByLabel('Grain', { exact: true }).focus()
    await page.keyboard.type('Wheat, W')
    await page.getByLabel('Drying is agreed').focus()
    await page.keyboard.press('Space')
    await type('Dried to, %', '15')
    await page.getByRole('button', { name: 'Add a row' }).focus()
    await page.keyboard.press('Enter')
    await type(row(1, 'moisture from'), '15')
    await type(row(1, 'moisture to below'), '17')
    await type(row(1, 'loss'), '2.4')
    await page.keyboard.press('Enter')
    await type(row(2, 'moisture to below'), '20')
    await type(row(2, 'loss'), '5.9')
    await page.getByLabel(row(2, 'moisture from')).fill('18')
    await page.getByText('Row 2: leaves a gap: the row before ends at 17').waitFor()
    await page.getByText('Where it is red').waitFor()
    const send = page.getByRole('button', { name: 'Enter the contract over 450.00 t' })
    expect(await send.isDisabled()).toBe(true)
    await watched.screenshot('contract gap')
    await watched.expectSound()
    // A reload loses nothing.
    await page.reload()
    await page.getByLabel(row(2, 'moisture from')).fill('17')
    await send.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'ST-2' }).waitFor()
    const { docs } = await ask('GET', path)
    expect(docs).toMatchObject([
      {
        owner: { name: 'Green Lane Farm' },
        details: {
          endDateUTC: null,
          services: {
            drying: {
              preAgreedMoistureLevelPercentage: 15,
              intakeSampleLossMatrix: [
                { moistureMinPercentage: 15, moistureMaxPercentage: 17, weightLossPercentage: 2.4 },
                { moistureMinPercentage: 17, moistureMaxPercentage: 20, weightLossPercentage: 5.9 },
              ],
            },
          },
        },
        inventory: { weight: 450_000 },
      },
    ])
    await watched.expectSound()
  })

  describe('with loads under it', () => {
    let contract: ReturnType<typeof JSON.parse>
    beforeAll(async () => {
      contract = await seedContract(used.served)
    })
    const at = () => `/contracts/${contract.id}`
    const stored = () => ask('GET', `${path}/${contract.id}`)

    test.each(views)('is listed, opened and changed %s', async (name, view) => {
      const watched = await open('/contracts', view)
      const { page } = watched
      const { usage, inventory } = await stored()
      const tonnes = (kg: number) => (kg / 1000).toFixed(2)
      await page.getByText(`${tonnes(usage.used)} of ${tonnes(inventory.weight)} t in`).waitFor()
      await watched.screenshot(`contracts ${name}`)
      await watched.expectSound()
      await page.getByRole('link', { name: new RegExp(contract.details.reference) }).click()
      const shown = page.getByRole('region', { name: 'What came in' })
      for (const kg of [usage.intake, usage.used, usage.remaining, inventory.weight])
        await shown
          .getByText(`${exact(kg)} t`)
          .first()
          .waitFor()
      await page
        .getByRole('region', { name: 'Loads' })
        .getByText('Hill 3')
        .or(page.getByText('Brook End Farm →'))
        .first()
        .waitFor()
      await watched.screenshot(`contract ${name}`)
      await watched.expectSound()
      expect(await isWide(page)).toBe(false)
      await page.getByRole('link', { name: 'Change the terms' }).click()
      await page.getByLabel('Row 3: loss, in per cent').waitFor()
      await watched.screenshot(`contract form ${name}`)
      await watched.expectSound()
      expect(await isWide(page)).toBe(false)
    })

    test('the calculator says what the service says, and what the weighbridge took', async () => {
      const watched = await open(at(), { isPhone: true })
      const { page } = watched
      const calculator = page.getByRole('region', { name: 'A load that may come' })
      for (const [moisture, weight] of [
        ['18', 28_460],
        ['24.5', 28_460],
        ['14', 28_460],
      ] as const) {
        const answer = await ask(
          'GET',
          `${path}/${contract.id}/drying?moisturePercentage=${moisture}&weight=${weight}`,
        )
        await calculator.getByLabel('It weighs, in kilograms').fill(String(weight))
        await calculator.getByLabel('Its moisture, %').fill(moisture)
        await calculator.getByText(`${answer.netWeight.toLocaleString('en-GB')} kg are left.`).waitFor()
        const how = answer.isDried
          ? answer.isComputed
            ? 'Computed from dry matter'
            : 'By the table'
          : 'dry enough'
        await calculator.getByText(how).waitFor()
      }
      await watched.screenshot('contract calculator')
      await watched.expectSound()
    })

    test('what is refused is said at its field, and stays; a shorter contract warns of what came in', async () => {
      const watched = await open(`${at()}?edit=1`)
      const { page } = watched
      await page.getByLabel('Last day').fill('2020-01-01')
      const save = page.getByRole('button', { name: 'Save the terms' })
      await save.click()
      await page.getByText('is before the contract starts').waitFor()
      expect(await page.getByLabel('Last day').getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByRole('alert').count()).toBe(0)
      await watched.screenshot('contract refused')
      await watched.expectSound(/status of 400/)
      const begins = Date.parse((await stored()).details.startDateUTC) + 12 * 3_600_000
      await page.getByLabel('Last day').fill(new Date(begins).toISOString().slice(0, 10))
      await save.click()
      await page.getByText(/^Warning: 2 loads, .* in all, under this contract came in/).waitFor()
      await watched.screenshot('contract warning')
      await watched.expectSound(/status of 400/)
    })

    test('what somebody else changes meanwhile is shown beside what was typed', async () => {
      const watched = await open(`${at()}?edit=1`)
      const { page } = watched
      await page.getByLabel('Agreed weight, t').fill('300')
      await ask('PUT', `${path}/${contract.id}`, {
        details: { reference: 'ST-9', endDateUTC: null },
        inventory: { weight: 310_000 },
      })
      const save = page.getByRole('button', { name: 'Save the terms' })
      await save.click()
      const meanwhile = page.getByRole('alert')
      await meanwhile.getByText('Stored now: 310').waitFor()
      expect(await page.getByLabel('Agreed weight, t').inputValue()).toBe('300')
      expect(await page.getByLabel('Reference on paper').inputValue()).toBe('ST-9')
      await watched.screenshot('contract meanwhile')
      await watched.expectSound(/status of 412/)
      await save.click()
      // The heading is that of the form, too, while it is being saved.
      await save.waitFor({ state: 'detached' })
      expect((await stored()).inventory.weight).toBe(300_000)
      // A load that came in meanwhile asks nobody.
      await page.getByRole('link', { name: 'Change the terms' }).click()
      await page.getByLabel('Varieties').fill('Skyfall')
      await seedContract(used.served, contract.id)
      await save.click()
      await page.getByText('Skyfall').waitFor()
      await watched.expectSound(/status of 412/)
    })

    test('a file is put there, saved and taken off; the contract is ended', async () => {
      const watched = await open(at())
      const { page } = watched
      await page.getByLabel('Add a file').setInputFiles({
        name: 'signed.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      })
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save signed.pdf' }).click()
      expect((await saving).suggestedFilename()).toBe('signed.pdf')
      expect((await stored()).details.files).toMatchObject([{ name: 'signed.pdf' }])
      await page.getByRole('button', { name: 'Take signed.pdf off the contract' }).click()
      await page.getByText('“signed.pdf” is off the contract.').waitFor()
      expect((await stored()).details.files).toEqual([])
      await page.getByRole('button', { name: 'End it' }).click()
      await page.getByRole('dialog').getByLabel('Last day').fill('2030-06-30')
      await watched.screenshot('contract end')
      await watched.expectSound()
      await page.getByRole('button', { name: 'End it on Sun, 30 Jun 2030' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect((await stored()).details.endDateUTC).toBe('2030-06-30T22:59:59.999Z')
      await watched.expectSound()
    })

    test('without a network says from when it is, and nothing can be changed', async () => {
      const watched = await open(at())
      const { page, context } = watched
      await page.getByRole('heading', { name: 'Terms' }).waitFor()
      await context.setOffline(true)
      await page.getByText('The figures are from').waitFor()
      expect(await page.getByRole('button', { name: 'Change the terms' }).isDisabled()).toBe(true)
      expect(await page.getByRole('button', { name: 'End it' }).isDisabled()).toBe(true)
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    })

    test('of ten thousand only those in view are drawn; they are found and sorted by the service', async () => {
      const watched = await open('/')
      const { page } = watched
      const answer = await ask('GET', `${path}?limit=1`)
      const asked: string[] = []
      await page.route('**/api/inventory/contracts?**', (route) => {
        const query = new URL(route.request().url()).searchParams
        const offset = Number(query.get('offset') ?? 0)
        asked.push(String(query))
        const docs = Array.from({ length: offset === 0 ? 200 : MANY - 200 }, (_row, index) => ({
          ...answer.docs[0],
          id: `${offset + index}`,
          details: { ...answer.docs[0].details, reference: `C-${offset + index + 1}` },
        }))
        return route.fulfill({ json: { ...answer, docs, totalDocs: MANY, offset, limit: 200 } })
      })
      await page.getByRole('link', { name: 'Storage contracts', exact: true }).click()
      await page.getByText('10,000 storage contracts').waitFor()
      const region = page.getByRole('region', { name: 'Storage contracts' })
      const last = page.getByRole('link', { name: `C-${MANY}`, exact: true })
      await expect
        .poll(async () => {
          await region.evaluate((each) => Object.assign(each, { scrollTop: each.scrollHeight }))
          return last.count()
        })
        .toBe(1)
      expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(60)
      await page.getByRole('button', { name: 'Until' }).click()
      await page.waitForURL('**?sort=endDateUTC')
      await page.getByLabel('Find by reference or name').fill('brook')
      await page.waitForURL('**query=brook')
      await expect.poll(() => asked.at(-1)).toMatch(/query=brook&sortBy=endDateUTC&sortDesc=false/)
      await watched.expectSound()
    })

    test('in German and French', async () => {
      const watched = await open('/contracts')
      const { page } = watched
      await page.locator('.side').getByLabel('Language').selectOption('de')
      await page.getByRole('heading', { name: 'Lagerverträge' }).waitFor()
      await page.getByRole('link', { name: 'ST-9' }).click()
      await page.getByRole('link', { name: 'Bedingungen ändern' }).click()
      await page.locator('.matrix-grid').waitFor()
      await watched.screenshot('contract in German')
      await watched.expectSound()
      await page.locator('.side').getByLabel('Sprache').selectOption('fr')
      await page.getByRole('button', { name: 'Enregistrer les conditions' }).waitFor()
      await watched.expectSound()
    })
  })
})

test('the page refuses the matrices that the service refuses, in the same cells', () => {
  const figures = [14, 15, 16, 17]
  const losses = [0, 1, 2]
  const rows = figures.flatMap((moistureMinPercentage) =>
    figures.flatMap((moistureMaxPercentage) =>
      losses.map((weightLossPercentage) => ({
        moistureMinPercentage,
        moistureMaxPercentage,
        weightLossPercentage,
      })),
    ),
  )
  const names = { from: 'moistureMinPercentage', to: 'moistureMaxPercentage', loss: 'weightLossPercentage' }
  let compared = 0
  for (const first of rows)
    for (const second of rows)
      for (const matrix of [
        [first],
        [first, second],
        [first, second, rows[compared % rows.length] ?? first],
      ]) {
        const own = matrixFaults(matrix).map(({ row, cell, code }) => `m[${row}].${names[cell]} ${code}`)
        const served = serviceFaults(matrix, 'm').map((each) => `${each.path} ${each.code}`)
        if (String(own) !== String(served)) expect({ matrix, own }).toEqual({ matrix, own: served })
        compared += 1
      }
  expect(compared).toBe(3 * rows.length ** 2)
})
