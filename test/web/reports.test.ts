import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

const kinds = {
  season: 'Season',
  deliveries: 'Deliveries by contract and order',
  owners: 'Stock by owner',
  losses: 'Losses by reason and payer',
  hauliers: 'Hauliers and lorries',
  quality: 'Quality by supplier',
}

describe.runIf(hasBrowser)('reports', () => {
  const used = useConsole()
  const { open } = used
  const read = (query: string) => used.served.ask('GET', `/api/inventory/reports?${query}`)

  test('each kind has its figures, beside the year before, and nothing is cut at 1366', async () => {
    const watched = await open('/reports')
    const { page } = watched
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor()
    for (const [kind, name] of Object.entries(kinds)) {
      await page.getByLabel('Report', { exact: true }).selectOption(kind)
      await page.getByLabel('Period', { exact: true }).selectOption('thisHarvestYear')
      await page.getByRole('checkbox', { name: 'The year before beside it' }).setChecked(true)
      const { groups } = await read(`kind=${kind}&period=thisHarvestYear&withYearBefore=true`)
      expect(groups, kind).not.toEqual([])
      await page.locator('.report-heading', { hasText: name }).waitFor()
      await page.locator('[aria-busy="false"]').waitFor()
      expect(await page.locator('.report-table tbody tr').count()).toBe(
        groups.reduce((sum: number, { rows }: { rows: object[] }) => sum + rows.length, 0) +
          (groups.length > 1 && kind !== 'quality' ? 1 : 0),
      )
      expect(await page.evaluate(isCut)).toEqual([])
      await watched.screenshot(`report ${kind} 1366`)
      await watched.expectLooks(`report ${kind}`)
      await page.setViewportSize({ width: 1366, height: 768 })
    }
  })

  test('on a phone each figure stands beside its name, and nothing is cut', async () => {
    const watched = await open('/reports?kind=owners&period=thisHarvestYear&beside=1', { isPhone: true })
    const { page } = watched
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('.report-heading').waitFor()
    expect(await page.evaluate(isCut)).toEqual([])
    await watched.screenshot('report owners phone')
    for (const kind of Object.keys(kinds)) {
      await page.getByLabel('Report', { exact: true }).selectOption(kind)
      await page.locator('[aria-busy="false"]').waitFor()
      expect(await page.evaluate(isCut)).toEqual([])
    }
    await watched.screenshot('report quality phone')
    await watched.expectSound()
  })

  test('a report is saved under a name, and opened by it', async () => {
    const watched = await open('/reports?kind=losses&period=lastMonth')
    const { page } = watched
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Name of the view').fill('Losses of the month')
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('link', { name: 'Losses of the month' }).waitFor()
    await page.goto(`${used.served.url}/reports`)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('link', { name: 'Losses of the month' }).click()
    await page.locator('.report-heading', { hasText: kinds.losses }).waitFor()
    expect(new URL(page.url()).searchParams.get('period')).toBe('lastMonth')
  })

  test('is saved as PDF, under the name of the report and its days', async () => {
    const { page } = await open('/reports?kind=owners&period=thisHarvestYear')
    await page.locator('.report-heading').waitFor()
    await page.getByText('never lay in a store').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Stock-by-owner-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/)
  })

  test('is mailed on a day of the week, changed, and stopped', async () => {
    const watched = await open('/reports?kind=losses&period=dates')
    const { page } = watched
    await page.getByRole('button', { name: 'Mailed' }).click()
    expect(await page.getByRole('button', { name: 'Mail this report' }).isDisabled()).toBe(true)
    await page.getByText('would be the same each time').waitFor()
    await page.goto(`${used.served.url}/reports?kind=losses&period=lastWeek`)
    await page.getByRole('button', { name: 'Mailed' }).click()
    await page.getByRole('button', { name: 'Mail this report' }).click()
    await page.getByLabel('Subject').fill('Losses of the week')
    await page.getByLabel('Day of the week').selectOption('Tuesday')
    await watched.screenshot('report mailing form')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Tuesday', { exact: false }).waitFor()
    await watched.expectLooks('report mailings')
    const read = async () => (await used.served.ask('GET', '/api/inventory/report-mailings')).docs
    expect(await read()).toMatchObject([
      {
        name: 'Losses of the week',
        every: 'week',
        day: 2,
        hour: 7,
        report: { kind: 'losses', period: 'lastWeek' },
      },
    ])
    await page.getByRole('button', { name: 'Change Losses of the week' }).click()
    await page.getByLabel('How often').selectOption('month')
    await page.getByLabel('Day of the month').selectOption('31')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('day 31 of the month').waitFor()
    expect(await read()).toMatchObject([{ every: 'month', day: 31 }])
    await page.getByRole('button', { name: 'Stop mailing Losses of the week' }).click()
    await page.getByText('No report is mailed yet').waitFor()
    expect(await read()).toEqual([])
  })

  test('is printed without its choices', async () => {
    const watched = await open('/reports?kind=season')
    const { page } = watched
    await page.locator('.report-heading').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.report-choices').isVisible()).toBe(false)
    expect(await page.locator('.report-heading').isVisible()).toBe(true)
    await watched.screenshot('report season printed')
  })
})

/** Names what is wider than the place it has: the page itself, and tables that have to be scrolled. */
const isCut = `[document.documentElement, ...document.querySelectorAll('.scroll')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => (each.getAttribute('aria-label') ?? each.tagName) + ' ' + each.scrollWidth + ' > ' + each.clientWidth)`
