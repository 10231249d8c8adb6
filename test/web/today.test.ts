import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, type View } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('today', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    await enterLoads(served)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const opened = async (view: Partial<View> = {}) => {
    const watched = await openPage(browser, served, view)
    await signIn(watched, served)
    return watched
  }

  test('the yard, actions, conflicts and loads', async () => {
    const watched = await opened()
    const { page } = watched
    await page.getByRole('region', { name: 'In the yard' }).getByText('BB01 BEF').waitFor()
    await page.getByRole('region', { name: 'Conflicts ahead' }).getByText('Hill 2').waitFor()
    await page
      .getByRole('region', { name: /to complete/ })
      .getByText('Missing:')
      .first()
      .waitFor()
    expect(await page.locator('.flows').textContent()).toContain('28.46 t')
    expect(await page.locator('.flows').textContent()).toContain('1 not weighed')
    await watched.expectLooks('today')
  })

  test('leads by keyboard to the bay that is in conflict and to the lorry', async () => {
    const { page, expectSound } = await opened()
    await page.getByRole('link', { name: 'Hill 2' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/stores/*?bay=*')
    await page.getByRole('heading', { name: 'Hill 2', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'BB01 BEF' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/weighbridge?ticket=*')
    await expectSound()
  })

  test.each([
    [
      'viewer',
      ['signed-in', 'stock:read'],
      ['What there is', 'Loads of today'],
      ['In the yard', 'Conflicts ahead', 'In the last seven days'],
    ],
    [
      'operator',
      ['signed-in', 'stock:read', 'movements:write'],
      ['In the yard', 'Late: to complete', 'What there is'],
      ['Conflicts ahead'],
    ],
    [
      'manager',
      ['signed-in', 'stock:read', 'movements:write', 'contracts:write'],
      [
        'In the yard',
        'Conflicts ahead',
        'Contracts nearly full',
        'Not counted for 90 days',
        'Statements with differences',
        'In the last seven days',
      ],
      [],
    ],
  ])('a %s sees what is theirs to do, and nothing that is empty', async (role, permissions, seen, unseen) => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await page.route('**/api/identity/browser-session**', async (route) => {
      const answer = await route.fetch()
      if (answer.status() !== 200) return route.fulfill({ response: answer })
      const json = await answer.json()
      if (json.me) json.me.permissions = permissions
      await route.fulfill({ response: answer, json })
    })
    await page.route('**/api/inventory/today', async (route) => {
      const answer = await route.fetch()
      const today = await answer.json()
      const contract = {
        id: 'none',
        reference: 'ST-9',
        owner: 'Brook End Farm',
        weight: 100_000,
        used: 104_000,
      }
      const bay = { storageId: 'none', substorageId: 1, store: 'Hill', bay: 'Hill 1', countedAtUTC: '' }
      const statement = { id: 'none', buyer: 'Valley Mill', reference: 'ST-88', undecided: 2 }
      await route.fulfill({
        response: answer,
        json: {
          ...today,
          contracts: { count: 1, first: [contract] },
          uncounted: { count: 7, first: [bay] },
          settlements: { open: 1, undecided: 2, first: [statement] },
        },
      })
    })
    await signIn(watched, served)
    for (const name of seen) await page.getByRole('region', { name }).waitFor()
    for (const name of unseen) expect(await page.getByRole('region', { name }).count(), name).toBe(0)
    expect(await page.getByRole('link', { name: 'Weigh a lorry' }).count()).toBe(role === 'viewer' ? 0 : 1)
    await watched.expectLooks(`today of a ${role}`)
  })

  test('in German and French', async () => {
    const { page, screenshot, expectSound } = await opened()
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByText('Konflikte voraus').waitFor()
    await screenshot('today in German')
    await expectSound()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByText('Conflits à venir').waitFor()
    await expectSound()
  })

  test('without a network it says from when it is; where nothing was read, that it cannot be', async () => {
    const watched = await opened({ isPhone: true })
    const { page, context } = watched
    await page.getByText('BB01 BEF').first().waitFor()
    await context.setOffline(true)
    await page.getByText('No connection. The figures are from').waitFor()
    await page.getByText('BB01 BEF').first().waitFor()
    await watched.screenshot('today offline')
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })

  test('what the service refuses is said with its request, and can be tried again', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    const body = {
      status: 'error',
      code: 'forbidden',
      message: 'Your role may not read stock.',
      stack: '',
      body: {},
      validation: [],
    }
    const headers = { 'x-request-id': 'req-7' }
    await page.route('**/api/inventory/movements?**', (route) =>
      route.fulfill({ status: 403, json: body, headers }),
    )
    await signIn(watched, served)
    await page.getByText('Your role may not read stock.').waitFor()
    await page.getByText('Request req-7').waitFor()
    await watched.screenshot('today refused')
    await watched.expectSound(/status of 403/)
    await page.unroute('**/api/inventory/movements?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'In the yard' }).getByText('BB01 BEF').waitFor()
  })
})

test.runIf(hasBrowser)('whoever begins is led to the stores', async () => {
  const [browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
  try {
    const watched = await openPage(browser, served, { isPhone: true })
    await signIn(watched, served)
    await watched.page.getByRole('heading', { name: 'Nothing lies here yet' }).waitFor()
    await watched.screenshot('today of somebody who begins')
    await watched.expectSound()
    await watched.page.getByRole('link', { name: 'To the stores' }).click()
    await watched.page.waitForURL('**/stores')
  } finally {
    await browser.close()
    await served.close()
  }
})

/** Two lorries of the neighbour's: one weighed twice, one in the yard. */
async function enterLoads(served: ServedConsole): Promise<void> {
  const { lines } = await served.ask('GET', '/api/inventory/position')
  const kept = lines.find((line: { owned: boolean }) => !line.owned)
  const load = (plate: string, weight: number, weighbridgeRecord: object) =>
    served.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: kept.harvestYear,
      owned: false,
      commodity: {
        id: kept.commodity.id,
        type: kept.type.id,
        grade: kept.grade.id,
        variety: kept.variety,
      },
      storage: [{ type: 'store', storageId: kept.storageId, substorageId: kept.substorageId, weight }],
      source: {
        owner: { id: kept.ownerId, name: kept.ownerName },
        intake: {
          moveAtUTC: new Date().toISOString(),
          sender: { id: kept.ownerId, name: kept.ownerName },
          vehicleRegistration: plate,
          weighbridgeRecord,
        },
      },
    })
  await load('BB02 BEF', 28_460, { empty: 14_200, full: 42_660 })
  await load('BB01 BEF', 0, { full: 42_660 })
}
