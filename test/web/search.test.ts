import { describe, test } from 'vitest'
import { hasBrowser, views } from './browser.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('searching stock', () => {
  const { open } = useConsole()

  test.each(views)('is narrowed by facets, and a heap opens %s', async (name, view) => {
    const watched = await open('/stock', view)
    const { page } = watched
    await page.getByRole('region', { name: 'Stock' }).waitFor()
    await watched.screenshot(`search ${name}`)
    await watched.expectSound()
    if (view.isPhone) await page.getByRole('button', { name: 'Filters' }).click()
    const within = view.isPhone ? page.getByRole('dialog') : page.getByRole('complementary')
    await within.getByLabel(/^Barley/).check()
    await page.waitForURL(/f%3Acommodity=2$/)
    await watched.screenshot(`search facets ${name}`)
    await watched.expectSound()
    if (view.isPhone) await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: /Brook Close 2026/ }).click()
    await page.getByRole('heading', { name: 'Every kilogram' }).waitFor()
    await page.goBack()
    await page.waitForURL(/f%3Acommodity=2$/)
  })

  test('nothing found says so; fields and their standing crops are asked for', async () => {
    const watched = await open('/stock?f:commodity=6')
    const { page } = watched
    await page.getByText('Nothing is like this').waitFor()
    await watched.expectSound()
    await page.goto('/stock?place=field&empty=1')
    await page.getByRole('link', { name: /Church Field/ }).waitFor()
    await watched.expectSound()
  })

  test('without a network says from when it is', async () => {
    const watched = await open('/stock')
    const { page, context } = watched
    await page.getByRole('region', { name: 'Stock' }).waitFor()
    await context.setOffline(true)
    await page.getByText('The figures are from').waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })

  test.each([
    ['de', 'Bestand', 'Erntejahr'],
    ['fr', 'Stock', 'Variété'],
  ])('speaks %s', async (language, heading, facet) => {
    const watched = await open('/stock')
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByText(facet).or(page.locator('.facets')).first().waitFor()
    await watched.screenshot(`search ${language}`)
    await watched.expectSound()
  })
})
