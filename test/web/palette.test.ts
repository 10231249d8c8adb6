import { describe, expect, test } from 'vitest'
import { hasBrowser, views } from './browser.ts'
import { seedContract } from './seed.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('finding anything', () => {
  const used = useConsole()
  const { open } = used

  test.each(views)('opens %s', async (name, view) => {
    const watched = await open('/stock', view)
    const { page } = watched
    // On a phone by the glass in the head of the page.
    if (view.isPhone) await page.getByRole('button', { name: 'Find or do' }).click()
    else await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find or do' })
    await field.fill('hill')
    await page
      .getByRole('option', { name: /Hill Store/ })
      .first()
      .waitFor()
    await watched.screenshot(`palette ${name}`)
    await watched.expectSound()
  })

  test('goes to a record, a lorry, a ticket by its number and a deed, by keyboard alone', async () => {
    const watched = await open('/stock')
    const { page } = watched
    const find = async (typed: string, option: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find or do' }).waitFor()
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await find('church fi', /Church Field 2026/)
    await page.getByRole('heading', { name: 'Every kilogram' }).waitFor()
    await find('aa06vlm', /AA06 VLM/)
    await page.getByRole('heading', { name: /^Movement [A-Z0-9]/ }).waitFor()
    await page.keyboard.press('Escape')
    // By what it is called, and by what it was called before it had a number of its own.
    const { documentNumber } = await used.served.ask('GET', '/api/inventory/movements/120')
    for (const typed of [documentNumber, '000120']) {
      await find(typed, new RegExp(documentNumber))
      await page.getByRole('heading', { name: `Movement ${documentNumber}` }).waitFor()
      await page.keyboard.press('Escape')
    }
    await find('invite', /Invite somebody/)
    await page.getByRole('heading', { name: 'Invite somebody' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /Church Field 2026/ }).waitFor()
    await page.keyboard.type('qqqq')
    await page.getByText('Nothing is called that.').waitFor()
    await watched.expectSound()
  })

  test('a driver, a contract, a file, a variety and a deed by the words people use are found; the focus goes back', async () => {
    const { id } = await seedContract(used.served)
    const form = new FormData()
    const name = 'Moisture of Hill 2.csv'
    for (const [field, value] of Object.entries({ bucket: 'files', type: 'misc', name }))
      form.append(field, value)
    form.append('file', new File(['a;b'], name, { type: 'text/csv' }))
    await used.served.ask('POST', '/api/system/files', form)
    const { page } = await open('/stock')
    const menu = page.getByRole('button', { name: 'As CSV' })
    await menu.focus()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find or do' })
    for (const [typed, option] of [
      ['Sam Brook', /Sam Brook/],
      ['ST-2026-014', /^ST-2026-014/],
      ['moisture of', /^Moisture of Hill 2\.csv/],
      ['dawsum', /^KWS Dawsum .* of this variety/],
      ['api key', /^Make a key for a program/],
      ['print stock report', /^Print the stock report/],
    ] as const) {
      await field.fill(typed)
      await page.getByRole('option', { name: option }).first().waitFor()
    }
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await expect.poll(() => menu.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Control+k')
    await field.fill('ST-2026-014')
    await page.getByRole('option', { name: /^ST-2026-014/ }).click()
    await page.waitForURL(`**/contracts/${id}`)
  })

  test('stock is found by what people call the crop, in the reader’s language', async () => {
    const watched = await open('/stock')
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByRole('region', { name: 'Bestand' }).getByText('Weizen').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Suchen' }).fill('winter barley')
    await page
      .getByRole('option', { name: /Gerste/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/f%3Acommodity=2$/)
    await watched.expectSound()
  })

  test.each([
    ['de', 'Suchen'],
    ['fr', 'Chercher'],
  ])('speaks %s', async (language, name) => {
    const watched = await open('/stock')
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByRole('button', { name }).click()
    await page.getByRole('combobox', { name }).waitFor()
    await watched.expectSound()
    expect(await page.getByRole('option').count()).toBeGreaterThan(3)
  })
})
