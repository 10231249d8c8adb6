import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, signIn, type WatchedPage } from './browser.ts'
import { pretendIndicator } from './indicator.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// One device, several people: what one has seen or begun is nobody else's, whatever the network does.

/** What this device has of whoever was here, as anybody reads it who has the device; a number that tickets are counted by is nobody's. */
const KEPT = `new Promise((done) => {
  const opening = indexedDB.open('granary')
  opening.onsuccess = () => {
    const store = opening.result.transaction('kept').objectStore('kept')
    const names = store.getAllKeys()
    const all = store.getAll()
    all.onsuccess = () => {
      const kept = names.result.flatMap((name, at) => name === 'last-number' ? [] : [[name, all.result[at]]])
      done(JSON.stringify([kept, localStorage.getItem('granary.me')]))
    }
  }
})`

describe.runIf(hasBrowser)('sessions on a shared device', () => {
  const used = useConsole()
  beforeAll(() => seedIntakes(used.served))
  const open = (at: string) => used.open(at, { hasWorker: true })
  const kept = async (page: Page) => String(await page.evaluate(KEPT))
  const signOut = (page: Page) => page.locator('.side').getByRole('button', { name: 'Sign out' }).click()
  const figures = (page: Page) => page.locator('.bay-picture').first()
  const signInForm = (page: Page) => page.getByLabel('Password').waitFor()
  const settled = async ({ page }: WatchedPage) => {
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await expect.poll(() => kept(page)).toContain('"queries"')
  }
  /** Another person of the same organisation, with the password of the console's owner. */
  async function addPerson(email: string): Promise<{ email: string; password: string }> {
    const { password } = used.served.owner
    const invited = { email, role: 'manager' }
    const { token } = await used.served.ask('POST', '/api/identity/invitations', invited)
    const body = { token, password, givenName: 'Ben', familyName: 'Miller' }
    await used.served.ask('POST', '/api/identity/invitations/accept', body)
    return { email, password }
  }
  const secondTab = async (context: BrowserContext, at: string) => {
    const page = await context.newPage()
    await page.goto(at)
    return page
  }

  test('who signs out without a network is out: the service hears of it first, and nobody reads what was kept', async () => {
    const watched = await open('/stores')
    const { page, context } = watched
    await settled(watched)
    await context.setOffline(true)
    await signOut(page)
    await signInForm(page)
    expect(await kept(page)).not.toContain('queries')
    await page.goto('/stores')
    await signInForm(page)
    const asked: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/api/'))
        asked.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    await context.setOffline(false)
    await page.goto('/stores')
    await signInForm(page)
    await expect.poll(() => asked.at(0)).toBe('DELETE /api/identity/browser-session')
    await page.reload()
    await signInForm(page)
  })

  test('a session that was ended elsewhere leaves nothing to read', async () => {
    const watched = await open('/stores')
    const { page, context } = watched
    await settled(watched)
    await used.served.db.updateTable('sessions').set({ revoked_at: new Date() }).execute()
    await page.reload()
    await signInForm(page)
    await expect.poll(() => kept(page)).toBe('[[],null]')
    await context.setOffline(true)
    await page.goto('/stores')
    await signInForm(page)
  })

  test('all tabs are out at once, and what is on its way is kept no more', async () => {
    const watched = await open('/stores')
    const { page, context } = watched
    const other = await secondTab(context, '/stores')
    await figures(other).waitFor()
    await settled(watched)
    const asked = Promise.withResolvers<void>()
    await context.route('**/api/inventory/movements?*', async (route) => {
      const response = await route.fetch()
      asked.resolve()
      // It is answered when its reader has gone.
      await new Promise((resume) => setTimeout(resume, 1500))
      await route.fulfill({ response }).catch(() => undefined)
    })
    await other.getByRole('link', { name: 'Movements' }).click()
    await asked.promise
    await signOut(page)
    await other.waitForURL('**/sign-in*')
    await page.waitForURL('**/sign-in*')
    expect(await other.locator('.frame').count()).toBe(0)
    await page.waitForTimeout(3000)
    expect(await kept(page)).toBe('[[],null]')
  })

  test('a tab of somebody else shows who is here now; one that sleeps notices before it acts', async () => {
    const ben = await addPerson('ben@hillfarm.example')
    const watched = await open('/settings/me')
    const { page, context } = watched
    const awake = await secondTab(context, '/stores')
    await figures(awake).waitFor()
    const asleep = await context.newPage()
    await asleep.addInitScript(`const listen = globalThis.addEventListener
      globalThis.addEventListener = (type, ...more) => type === 'storage' ? undefined : listen(type, ...more)`)
    await asleep.goto('/settings/me')
    await asleep.getByLabel('Given name').fill('Annabel')
    const written: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'PATCH') written.push(request.url())
    })
    await signOut(page)
    await page.waitForURL('**/sign-in*')
    await signIn({ ...watched, page }, { owner: ben })
    await awake.locator('.side').getByText('Ben Miller').waitFor()
    await asleep.getByRole('button', { name: 'Save' }).click()
    await asleep.locator('.side').getByText('Ben Miller').waitFor()
    expect(written).toEqual([])
    expect(await used.served.ask('GET', '/api/identity/users?limit=50')).not.toMatchObject({
      docs: expect.arrayContaining([expect.objectContaining({ givenName: 'Annabel' })]),
    })
  })

  test('what was half filled in is asked about, and is nobody else’s', async () => {
    const ben = await addPerson('ben2@hillfarm.example')
    const watched = await open('/weighbridge')
    const { page } = watched
    const lorry = page.getByLabel('Registration').first()
    await lorry.fill('AB12 CDE')
    await signOut(page)
    await page.getByText('1 form on this device is half filled in').waitFor()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await page.reload()
    await expect.poll(() => lorry.inputValue()).toBe('AB12 CDE')
    await signOut(page)
    await page.getByRole('button', { name: 'Sign out and discard it' }).click()
    await signInForm(page)
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('AB12 CDE')
    await signIn({ ...watched, page }, { owner: ben }, '/weighbridge')
    expect(await lorry.inputValue()).toBe('')
  })

  test('tickets that wait when the session ends say so, are kept from others, and go with the next one of theirs', async () => {
    const lane = await used.served.addOrganisation('Green Lane Farm')
    const watched = await open('/weighbridge')
    const { page, context } = watched
    await pretendIndicator(context)
    await page.reload()
    await page.locator('.chip').first().waitFor()
    await watched.page.waitForTimeout(1500)
    await context.setOffline(true)
    await weighOnce(page, 42_660)
    await used.served.db.updateTable('sessions').set({ revoked_at: new Date() }).execute()
    await context.setOffline(false)
    await page.getByRole('dialog').getByText('1 entry waits until you sign in').waitFor()
    expect(await page.locator('.top .connection').textContent()).toBe('1 entry waits until you sign in')
    await page.goto('/sign-in')
    const others = '1 entry of Hill Farm waits on this device until somebody of Hill Farm signs in'
    await page.getByText(others).waitFor()
    await watched.screenshot('sign-in with a ticket that waits')
    await signIn(watched, { owner: lane.owner }, '/sign-in')
    await page.locator('.side').getByText(others).waitFor()
    await signOut(page)
    await signIn(watched, used.served, '/weighbridge')
    await expect.poll(() => page.locator('.top .connection').textContent()).toBe('Everything is in the book')
    const { docs } = await used.served.ask('GET', '/api/inventory/movements?type=intake&limit=1')
    expect(docs[0].weighbridge.full.weight).toBe(42_660)
  })

  async function weighOnce(page: Page, kg: number): Promise<void> {
    await page.evaluate((weight) => Object.assign(globalThis, { onBridge: weight }), kg)
    await page.getByPlaceholder(kg.toLocaleString('en-GB')).waitFor()
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row').first().waitFor()
  }
})
