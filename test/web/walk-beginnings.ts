import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { native, press, sentence, wordsOf, type Walk } from './walk-language.ts'
import { begin, owner } from './walk.ts'

// The first day, with the program as an operator starts it and an empty folder for its data, by the words of the page itself.

const welcome = await wordsOf('screens/welcome/messages.ts')
const storage = await wordsOf('forms/storage-messages.ts', 'storageMessages')
const today = await wordsOf('screens/today/messages.ts')
const imports = await wordsOf('screens/import/messages.ts')

/** Makes the organisation with the code that the terminal shows. */
async function fillWelcome(page: Page, url: string, code: string, way: string): Promise<void> {
  await page.goto(`${url}/welcome`)
  await page.getByLabel(welcome('code')).fill(code)
  await page.getByLabel(welcome('organisation')).fill(owner.organisation)
  await page.getByLabel(welcome('country')).selectOption({ label: native('country') })
  await page.getByLabel(welcome('givenName'), { exact: true }).fill(owner.givenName)
  await page.getByLabel(welcome('familyName'), { exact: true }).fill(owner.familyName)
  await page.getByLabel(welcome('email')).fill(owner.email)
  await page.getByLabel(welcome('password')).fill(owner.password)
  await page.getByText(welcome(way), { exact: true }).click()
  await press(page, welcome('make'))
}

/** The program of a test, which ends with it, and the service as the owner asks it. */
async function beginning() {
  const { served, code, end } = await begin()
  onTestFinished(end)
  const { url } = served
  return {
    url,
    code,
    async ask(path: string): Promise<ReturnType<typeof JSON.parse>> {
      const { email, password } = owner
      const signedIn = await fetch(`${url}/api/identity/sign-in`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const { accessToken } = (await signedIn.json()) as { accessToken: string }
      return (await fetch(url + path, { headers: { Authorization: `Bearer ${accessToken}` } })).json()
    },
  }
}

/** By what the guide calls them. */
export const beginningTasks: Record<string, Walk> = {
  async 'Make the first organisation, and a store'({ another }) {
    const { url, code, ask } = await beginning()
    const page = await (await another()).newPage()
    await fillWelcome(page, url, code, 'own')
    await page.waitForURL('**/stores')
    await press(page, storage('addStore'))
    await page.getByLabel(storage('storeName')).fill('Lange Scheune')
    await page.getByLabel(storage('limit')).fill('500,5')
    await page.getByLabel(storage('limitOf')).selectOption({ label: native('wheat') })
    await press(page, sentence(storage('makeStore')))
    await page.getByRole('heading', { name: 'Lange Scheune' }).waitFor()
    const { docs } = await ask('/api/inventory/storage?type=store')
    expect(docs).toMatchObject([
      {
        name: 'Lange Scheune',
        substorage: [
          { capacity: [{ weight: { weight: 500_500 } }] },
          { name: storage('firstBays').split('\n')[1] },
        ],
      },
    ])
  },
  async 'Look around in a sample farm, or begin with a file'({ another }) {
    const { url, code, ask } = await beginning()
    const page = await (await another()).newPage()
    await page.goto(`${url}/welcome`)
    await page.getByText(welcome('file'), { exact: true }).click()
    await page.getByText(welcome('fileHint')).waitFor()
    await fillWelcome(page, url, code, 'sample')
    await page
      .getByRole('region', { name: today('conflicts') })
      .getByText('Hill 2')
      .waitFor()
    expect((await ask('/api/inventory/position')).lines.length).toBeGreaterThan(3)
    await page.goto(`${url}/import`)
    await page
      .getByRole('heading', { name: imports('title') })
      .first()
      .waitFor()
  },
}
