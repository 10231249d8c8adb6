import type { ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMake, makes, type Make } from '../../web/src/scale/indicator-lines.ts'
import { textOfPdf } from '../pdf.ts'
import { endOf, makeWorkplace, start } from '../program.ts'
import { hasBrowser, type WatchedPage } from './browser.ts'
import { playIndicator, playMeter, type PlayedIndicator, type PlayedMeter } from './scale-sessions.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// Lorries over a weighbridge of each make: what its indicator sends goes through `granary scale` and the page into the book and onto the ticket.
// Pages hear `granary scale` at one port of a computer: whatever needs it is tested here, one after the other.

describe.runIf(hasBrowser)('granary scale', () => {
  const used = useConsole()
  let indicator: PlayedIndicator
  let meter: PlayedMeter
  let bridge: ChildProcess
  let ended: ReturnType<typeof endOf>
  let workplace: Awaited<ReturnType<typeof makeWorkplace>>
  let watched: WatchedPage
  beforeAll(async () => {
    await seedIntakes(used.served)
    ;[indicator, meter, workplace] = await Promise.all([playIndicator(), playMeter(), makeWorkplace()])
    const [tcp, found] = [indicator, meter].map(({ port }) => `127.0.0.1:${port}`)
    bridge = start(['scale', '--tcp', `${tcp}`, '--meter', `${found}`, '--origin', used.served.url], {
      cwd: workplace.directory,
    })
    ended = endOf(bridge)
  })
  afterAll(async () => {
    bridge.kill('SIGTERM')
    expect((await ended).code).toBe(0)
    indicator.close()
    meter.close()
    await workplace.remove()
  })

  const newest = async () =>
    (await used.served.ask('GET', '/api/inventory/movements?type=intake&limit=1&sortBy=id&sortDesc=true'))
      .docs[0]
  const ticketOf = async (id: number) => {
    await used.served.ask('POST', `/api/inventory/movements/${id}/ticket`)
    const answer = await fetch(`${used.served.url}/api/inventory/movements/${id}/ticket.pdf`, {
      headers: { 'X-Api-Key': used.served.apiKey },
    })
    return (await textOfPdf(Buffer.from(await answer.arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ')
  }
  /** The weighbridge, at an indicator of this make. */
  const open = async (make: Make): Promise<Page> => {
    watched = await used.open('/weighbridge')
    await indicator.become(make)
    const settings = JSON.stringify({ source: 'bridge', make, name: 'Bridge in' })
    await watched.page.evaluate(`localStorage.setItem('granary.device', ${JSON.stringify(settings)})`)
    await watched.page.reload()
    await shows(watched.page, 0)
    return watched.page
  }
  const shows = (page: Page, kg: number) =>
    page.locator(`.scale input[placeholder="${kg.toLocaleString('en-GB')}"]`).waitFor()
  const take = async (page: Page, kg: number) => {
    await shows(page, kg)
    await page.getByRole('button', { name: 'Take weight' }).click()
    expect(await page.locator('.scale input').inputValue()).toBe(kg.toLocaleString('en-GB'))
  }
  /** The first lorry comes over the bridge full, and is in the yard then. */
  const weighFull = async (page: Page, kg: number) => {
    const number = await indicator.driveOn(kg)
    await page.locator('.chip').first().click()
    await take(page, kg)
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    return number
  }

  test('takes the place of Web Serial, as it is set up on the device', async () => {
    watched = await used.open('/weighbridge', { isPhone: true })
    const { page } = watched
    await indicator.become('generic')
    await indicator.driveOn(31_240)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Scale and printer' }).click()
    await page
      .getByLabel('How the indicator is heard')
      .selectOption({ label: 'By granary scale on this computer' })
    await page.getByText('ST,GS,+   31240kg').waitFor()
    await watched.screenshot('scale settings')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Take weight' }).click()
    expect(await page.getByLabel('Full').inputValue()).toBe('31,240')
    await watched.expectSound(/127\.0\.0\.1:4711/)
  })

  test.each(
    Object.keys(makes)
      .filter(isMake)
      .map((make, index) => [make, index] as const),
  )('passes on %s from the empty plate to the ticket', async (make, index) => {
    const [full, empty] = [42_660 + 20 * index, 14_200 + 20 * index]
    const page = await open(make)
    const numbers = [await weighFull(page, full)]
    await page.locator('button.row').first().waitFor()
    await indicator.driveOff()
    numbers.push(await indicator.driveOn(empty))
    await page.locator('button.row').first().click()
    await take(page, empty)
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(empty)
    const { id, weighbridge } = await newest()
    const reading = (kg: number, number: string | undefined) => ({
      source: 'scale',
      device: 'Bridge in',
      make: makes[make],
      line: expect.stringContaining(String(kg)),
      isStable: true,
      readAtUTC: expect.stringMatching(/:\d\dZ$/),
      ...(number !== undefined && { recordNumber: number }),
    })
    expect(weighbridge.readings).toEqual({
      full: reading(full, numbers[0]),
      empty: reading(empty, numbers[1]),
    })
    const paper = await ticketOf(id)
    for (const number of numbers)
      expect(paper).toContain(
        `from the scale Bridge in${number === undefined ? '' : `, instrument record ${number}`}`,
      )
    expect(paper).not.toContain('typed by hand')
    await watched.expectSound(/127\.0\.0\.1:4711/)
  })

  test('is not needed: a weight that is typed over is typed on the ticket', async () => {
    const page = await open('generic')
    await weighFull(page, 41_000)
    await page.locator('button.row').first().click()
    await page.locator('.scale input').fill('14 100')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_100)
    const { id, weighbridge } = await newest()
    expect(weighbridge.readings).toMatchObject({ full: { source: 'scale' }, empty: { source: 'typed' } })
    expect(await ticketOf(id)).toMatch(/14,100 kg typed by hand/)
  })

  test('tells of an axle left on the plate, which is asked about once', async () => {
    const page = await open('generic')
    await weighFull(page, 40_500)
    await page.locator('button.row').first().waitFor()
    await indicator.driveOff(340)
    await indicator.driveOn(14_540)
    await page.locator('button.row').first().click()
    await take(page, 14_540)
    const finish = page.getByRole('button', { name: 'Finish ticket' })
    await finish.click()
    const doubt = page.getByText('The scale did not stand at zero before this lorry: it showed 340 kg.')
    await doubt.waitFor()
    await watched.screenshot('scale not at zero')
    await watched.expectSound(/127\.0\.0\.1:4711/)
    expect((await newest()).weighbridge.empty.weight).toBeNull()
    await finish.click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_540)
    expect((await newest()).weighbridge.readings.empty).not.toHaveProperty('before')
  })

  test('passes on a meter, whose figures fill what is empty and replace what was typed only when asked to', async () => {
    const page = await open('generic')
    await page.getByRole('button', { name: 'Scale and printer' }).click()
    await page
      .getByLabel('Moisture or NIR meter, by granary scale')
      .selectOption({ label: 'DICKEY-john GAC (printed ticket)' })
    await page.getByText('Nothing was heard yet.').waitFor()
    meter.send('\nWheat SRW\nMoist.:\n    14.2 %\n\nTW:\n    60.5 lb/Bu\n\nTemp.:\n    71.3 F\n')
    await page.getByText('Read as Moist. 14.2 %, TW 60.5 lb/Bu, Temp. 71.3 F').waitFor()
    await watched.expectSound(/127\.0\.0\.1:4711/)
    await page.getByRole('button', { name: 'Close' }).click()

    await indicator.driveOn(39_980)
    await page.locator('.chip').first().click()
    await page
      .getByText(/^The meter found at \d\d:\d\d: Moisture 14.2 %, Specific weight 77.9 kg\/hl$/)
      .waitFor()
    await watched.screenshot('meter offers')
    await page.getByRole('button', { name: 'Take over' }).click()
    const moisture = page.getByLabel('Moisture, %')
    expect(await moisture.inputValue()).toBe('14.2')
    await page
      .getByText(/^from the meter, \d\d:\d\d/)
      .first()
      .waitFor()
    await watched.expectLooks('from the meter', /127\.0\.0\.1:4711/)

    await moisture.fill('14.4')
    expect(await page.getByText(/^from the meter/).count()).toBe(1)
    meter.send('Moist.: 15.1 %\n')
    const differs = page.getByText(
      /^The meter found something else than was typed, at \d\d:\d\d: Moisture 15.1 %$/,
    )
    await differs.waitFor()
    await page.getByRole('button', { name: 'Keep what was typed' }).click()
    expect(await moisture.inputValue()).toBe('14.4')
    meter.send('Moist.: 15.2 %\n')
    await page.getByRole('button', { name: 'Replace what was typed' }).click()
    expect(await moisture.inputValue()).toBe('15.2')
    await differs.waitFor({ state: 'detached' })

    await take(page, 39_980)
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row').first().click()
    // A second sample, while it is tipped.
    meter.send('Moist.: 15.3 %\n')
    await page.getByRole('button', { name: 'Replace what was typed' }).click()
    expect(await moisture.inputValue()).toBe('15.3')
    await indicator.driveOff()
    await indicator.driveOn(14_020)
    await take(page, 14_020)
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_020)
    expect(await ticketOf((await newest()).id)).toMatch(/Moisture 15\.3 %.*Specific weight 77\.9 kg\/hl/)
  })
})
