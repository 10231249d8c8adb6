import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReceiver, type TestReceiver } from '../../src/system/webhooks/test-receiver.ts'
import { hasBrowser, views } from './browser.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('settings of programs, data and the installation', () => {
  const used = useConsole()
  const { open } = used
  let receiver: TestReceiver
  beforeAll(async () => {
    receiver = await openReceiver()
  })
  afterAll(() => receiver.close())

  test.each(views)('are shown part by part %s', async (name, view) => {
    const watched = await open('/settings/webhooks', view)
    const { page } = watched
    for (const [part, heading] of [
      ['Webhooks', 'Tell another program what happens'],
      ['Reasons', 'Why stock is counted or corrected'],
      ['Data', 'Whose data this is'],
      ['Installation', 'Jobs'],
    ] as const) {
      await page
        .getByRole('navigation', { name: 'Parts of the settings' })
        .getByRole('link', { name: part, exact: true })
        .click()
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await watched.screenshot(`settings ${part} ${name}`)
      await watched.expectSound()
    }
  })

  test('reasons are those of the service, in the language of the reader', async () => {
    const watched = await open('/settings/reasons')
    const { page } = watched
    const { adjustment, storageNote } = await used.served.ask('GET', '/api/inventory/reasons')
    const section = (heading: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: heading }) }).getByRole('listitem')
    await section('Why stock is counted or corrected').first().waitFor()
    expect(await section('Why stock is counted or corrected').count()).toBe(adjustment.length)
    expect(await section('What a note on a store is about').count()).toBe(storageNote.length)
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByText('Bestandsaufnahme').waitFor()
    await watched.expectSound()
  })

  test('whose data it is stands there as the service says', async () => {
    const watched = await open('/settings/sources')
    const { attribution, lists } = await used.served.ask('GET', '/api/system/settings/GB')
    for (const sentence of attribution) await watched.page.getByText(sentence, { exact: true }).waitFor()
    await watched.page.getByText(lists[0].source).first().waitFor()
  })

  test('a webhook is refused with the field at fault, made, told what happens, sent again, renewed and deleted', async () => {
    const watched = await open('/settings/webhooks')
    const { page } = watched
    await page.getByText('No program is told anything yet.').waitFor()
    await page.getByLabel('Address').fill('ftp://example.org/x')
    await page.getByLabel('Only events that begin with').fill('business_unit., mouvement.')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
    await watched.expectSound(/status of 4\d\d/)
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Only events that begin with').fill('business_unit.')
    await page.getByLabel('What it is for').fill('The ERP')
    await page.keyboard.press('Enter')
    expect(await page.locator('.shown-once code').textContent()).toMatch(/^whsec_/)
    receiver.answerWith(500)
    await used.served.ask('POST', '/api/identity/business-units', { name: 'Barn' })
    await used.served.workOff()
    await page.getByRole('button', { name: 'Deliveries: The ERP' }).click()
    const dialog = page.getByRole('dialog')
    const line = dialog.getByRole('listitem').filter({ hasText: 'business_unit.created' })
    await line.getByText('being tried').waitFor()
    await line.getByText('answered 500').waitFor()
    await watched.screenshot('settings deliveries')
    await watched.expectSound(/status of 4\d\d/)
    await line.getByRole('button', { name: /^Send again: event \d+$/ }).click()
    await expect.poll(async () => (await used.served.workOff(), receiver.received.length)).toBe(2)
    await line.getByText('delivered').waitFor()
    expect(receiver.received.map(({ event }) => event.id)).toHaveLength(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await dialog.getByText('failed', { exact: true }).click()
    await dialog.getByText('Nothing of the kind was sent').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New secret: The ERP' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('The ERP')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').locator('.shown-once code').waitFor()
    await page.getByRole('button', { name: 'Delete: The ERP' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('The ERP')
    await page.keyboard.press('Enter')
    await page.getByText('No program is told anything yet.').waitFor()
    expect(await used.served.ask('GET', '/api/system/webhooks')).toEqual([])
  })

  test('a webhook that says 410 is paused, with the reason, and goes on when somebody says so', async () => {
    const watched = await open('/settings/webhooks')
    const { page } = watched
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('What it is for').fill('Old ERP')
    await page.keyboard.press('Enter')
    await page.locator('.shown-once').waitFor()
    receiver.answerWith(410)
    await used.served.ask('POST', '/api/identity/business-units', { name: 'Shed' })
    await used.served.workOff()
    await page.reload()
    await page.getByText(/^Paused since/).waitFor()
    await page.getByRole('button', { name: 'Go on without that event' }).click()
    await page.getByText('active', { exact: true }).waitFor()
    await watched.expectSound()
  })

  test('many deliveries are shown fifty at a time, and by keyboard alone', async () => {
    const { id } = await used.served.ask('POST', '/api/system/webhooks', {
      url: receiver.url,
      types: ['business_unit.'],
      description: 'Busy',
    })
    for (let made = 0; made < 55; made += 1)
      await used.served.ask('POST', '/api/identity/business-units', { name: `Unit ${made}` })
    await used.served.workOff()
    const { page, expectSound } = await open('/settings/webhooks')
    await page.getByRole('button', { name: 'Deliveries: Busy' }).focus()
    await page.keyboard.press('Enter')
    const lines = page.getByRole('dialog').getByRole('listitem')
    await page.getByText('The latest 50 of 55').waitFor()
    expect(await lines.count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => lines.count()).toBe(55)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectSound()
    await used.served.ask('DELETE', `/api/system/webhooks/${id}`)
  })

  test('a job that was given up says why, and is done when somebody says so', async () => {
    await used.served.ask('POST', '/api/system/experts/questions', { question: 'Is it too late?', files: [] })
    await used.served.giveUpJobs('The mail server is away.')
    const { page, expectSound, screenshot } = await open('/settings/platform')
    const jobs = page.getByRole('region', { name: 'Jobs' })
    const line = jobs.getByRole('listitem').filter({ hasText: 'The mail server is away.' })
    await line.waitFor()
    expect(await line.innerText()).toContain('Question to an expert')
    await screenshot('settings job')
    await expectSound()
    await line.getByRole('button', { name: 'Do it again' }).click()
    await jobs.getByText('There is none.').waitFor()
    await used.served.workOff()
    await jobs.getByText('done', { exact: true }).click()
    await jobs.getByRole('listitem').first().waitFor()
  })

  test('the installation has a cache to clear and logs to set; a wrong level is said at its field', async () => {
    const watched = await open('/settings/platform')
    const { page } = watched
    const cache = page.getByRole('region', { name: 'Cache' })
    await cache.getByLabel('Only what begins with').fill('settings:')
    await page.keyboard.press('Enter')
    await cache.getByText('Cleared: every key that begins with “settings:”.').waitFor()
    const logging = page.getByRole('region', { name: 'How much is logged' })
    await logging.getByLabel('Nothing is logged below').selectOption('warn')
    await logging.getByLabel('Single modules').fill('http:loud')
    await logging.getByRole('button', { name: 'Set it' }).click()
    await logging.getByRole('alert').waitFor()
    expect(await logging.getByLabel('Single modules').getAttribute('aria-invalid')).toBe('true')
    await logging.getByLabel('Single modules').fill('http:error')
    await logging.getByRole('button', { name: 'Set it' }).click()
    await logging.getByRole('status').waitFor()
    await logging.getByText('The whole program now: warnings (warn); single modules: http:error.').waitFor()
    await watched.expectSound(/status of 4\d\d/)
  })

  test('a search is saved as a view, found again on another device, and deleted', async () => {
    const watched = await open('/stock?owned=owned+by&f%3Astatus=active')
    const { page } = watched
    await page.getByRole('button', { name: 'Views' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No view is saved yet.').waitFor()
    await dialog.getByLabel('Name of the view').fill('Our own')
    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: 'Our own' }).waitFor()
    await watched.expectSound()
    const other = await open('/settings/me')
    await other.page.getByRole('link', { name: 'Our own' }).click()
    await other.page.waitForURL(/\/stock\?.*owned/)
    expect(new URL(other.page.url()).searchParams.get('owned')).toBe(
      new URL(page.url()).searchParams.get('owned'),
    )
    await dialog.getByRole('button', { name: 'Delete the view Our own' }).click()
    await dialog.getByText('No view is saved yet.').waitFor()
    const third = await open('/settings/me')
    await third.page.getByText('No view is saved yet.').waitFor()
  })

  test('views that two devices save at once are both kept', async () => {
    const devices = [await open('/stock'), await open('/movements')]
    for (const [index, { page }] of devices.entries()) {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByLabel('Name of the view').fill(`Device ${index}`)
    }
    await Promise.all(devices.map(({ page }) => page.keyboard.press('Enter')))
    for (const [index, { page }] of devices.entries())
      await page.getByRole('link', { name: `Device ${index}` }).waitFor()
    const { page } = await open('/settings/me')
    await page.getByRole('link', { name: 'Device 0' }).waitFor()
    await page.getByRole('link', { name: 'Device 1' }).waitFor()
  })

  test('rows stand close together on every device of whoever wants it so', async () => {
    const watched = await open('/movements')
    const height = async () =>
      (await watched.page.locator('tbody tr[aria-rowindex]').first().boundingBox())?.height
    await watched.page.locator('tbody tr[aria-rowindex]').first().waitFor()
    expect(await height()).toBeCloseTo(40, 0)
    await watched.page.goto(`${used.served.url}/settings/me`)
    await watched.page.getByText('Close together').click()
    await expect.poll(() => watched.page.evaluate('document.documentElement.dataset.density')).toBe('compact')
    const other = await open('/movements')
    await other.page.locator('html[data-density=compact] tbody tr[aria-rowindex]').first().waitFor()
    expect((await other.page.locator('tbody tr[aria-rowindex]').nth(1).boundingBox())?.height).toBeCloseTo(
      32,
      0,
    )
    await other.screenshot('movements close together')
    await other.expectSound()
  })

  test('without a network nothing is changed, and the page says so', async () => {
    const { page, context, expectSound } = await open('/settings/webhooks')
    await page.getByRole('heading', { name: 'Tell another program what happens' }).waitFor()
    await context.setOffline(true)
    await page.locator('main [role=status]').first().waitFor()
    await expectSound(/ERR_INTERNET_DISCONNECTED/)
  })
})
