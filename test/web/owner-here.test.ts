import { describe, expect, test } from 'vitest'
import { hasBrowser, openPage } from './browser.ts'
import { useConsole } from './use-console.ts'

// Somebody whose grain a store keeps, and whose organisation is here already.

describe.runIf(hasBrowser)('an invitation to see stored grain', () => {
  const used = useConsole()

  test.each([
    ['en', 'Take it into my organisation', /^Sign in$/, /^Take it into /],
    ['de', 'In meinen Betrieb übernehmen', /^Anmelden$/, / übernehmen$/],
    ['fr', 'Le reprendre dans mon organisation', /^Se connecter$/, /^Le reprendre dans /],
  ])('is taken over into the organisation that one has (%s)', async (language, lead, enter, take) => {
    const { served } = used
    const store = await served.addOrganisation(`Quay Stores ${language}`, ['Jo', `Quay ${language}`])
    const { id: storageId, substorage } = await store.ask('POST', '/api/inventory/storage', {
      name: 'Quay',
      type: 'store',
      location: null,
      substorage: [{ name: 'Quay 1' }],
    })
    await store.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2025',
      owned: false,
      commodity: { id: 1, type: 101 },
      storage: [{ storageId, substorageId: substorage[0].id, weight: 60_000 }],
      source: { type: 'existing', owner: { id: 'brook', name: 'Brook' } },
    })
    const { email, password } = served.owner
    const { token } = await store.ask('POST', '/api/inventory/partners/brook/invite-owner', { email })
    const watched = await openPage(used.browser, served, { isPhone: language !== 'fr' })
    const { page, context } = watched
    await context.addInitScript(`localStorage.setItem('granary.language', '${language}')`)
    await page.goto(`${served.url}/invitation#${token}`)
    await page.getByRole('main').waitFor()
    await watched.expectLooks(`invitation of an owner who is here ${language}`)
    await page.getByRole('link', { name: lead }).click()
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: enter }).click()
    const button = page.getByRole('main').getByRole('button', { name: take })
    await button.waitFor()
    await watched.expectLooks(`grain to take over ${language}`)
    await button.click()
    await page.getByRole('main').getByRole('status').getByText(`Quay Stores ${language}`).waitFor()
    const { lines } = await served.ask('GET', '/api/inventory/position')
    const own = lines.filter((line: { storerId: string }) => line.storerId === store.id)
    expect(own).toMatchObject([{ owned: true, weight: 60_000 }])
  })
})
