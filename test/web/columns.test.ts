import { expect, test, describe } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('columns of lists', () => {
  const used = useConsole()
  const { open } = used

  test('are left out, moved and widened by whoever reads them, on every device, and come back', async () => {
    const watched = await open('/movements')
    const { page } = watched
    const heads = async () =>
      (await page.getByRole('columnheader').allInnerTexts())
        .map((each) => each.replace(/ [↑↓]$/, ''))
        .filter(Boolean)
    await page.getByRole('columnheader', { name: 'Weight' }).waitFor()
    const before = await heads()
    expect(before.slice(0, 3)).toEqual(['No.', 'Date', 'From'])
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('No.', { exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('Status', { exact: true }).uncheck()
    await dialog.getByRole('button', { name: 'Date further to the back' }).click()
    await dialog.getByLabel('Width of From').selectOption('Wide')
    await watched.screenshot('columns chosen')
    await dialog.getByRole('button', { name: 'Keep these columns' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' })
    expect((await heads()).slice(0, 3)).toEqual(['No.', 'From', 'Date'])
    const from = await page.getByRole('columnheader', { name: 'From' }).boundingBox()
    // Wide is 24 rem, of 15 pixels each.
    expect(from?.width).toBeGreaterThanOrEqual(24 * 15)
    await watched.expectSound()

    const another = await open('/movements')
    await another.page.getByRole('columnheader', { name: 'Weight' }).waitFor()
    expect(await another.page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0)
    await another.page.getByRole('button', { name: 'Columns', exact: true }).click()
    await another.page.getByRole('button', { name: 'All columns, as at first' }).click()
    await another.page.getByRole('columnheader', { name: 'Status' }).waitFor()
    expect(await another.page.getByRole('columnheader').count()).toBe(before.length + 1)
  })

  test('of one list are not those of another, and a phone has none to choose', async () => {
    const watched = await open('/stock')
    await watched.page.getByRole('button', { name: 'Columns', exact: true }).waitFor()
    const phone = await open('/movements', { isPhone: true })
    await phone.page.locator('.compact-open').first().waitFor()
    expect(await phone.page.getByRole('button', { name: 'Columns', exact: true }).count()).toBe(0)
  })
})
