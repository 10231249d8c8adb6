import { expect } from 'vitest'
import { openReceiver } from '../../src/system/webhooks/test-receiver.ts'
import { figure, press, sentence, told, wordsOf, type Walk } from './walk-language.ts'
import { lay, makeBays } from './walk-seed.ts'

// What is set for all: programs, partners, the scale and the letterhead, each by the words of the page itself.

const settings = await wordsOf('screens/settings/messages.ts')
const webhook = await wordsOf('screens/settings/webhook-messages.ts', 'webhookMessages')
const partner = await wordsOf('screens/settings/partner-messages.ts', 'partnerMessages')
const rescale = await wordsOf('screens/settings/rescale-messages.ts', 'rescaleMessages')
const letterhead = await wordsOf('screens/settings/letterhead-messages.ts', 'letterheadMessages')

const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(at)

/** By what the guide calls them. */
export const programTasks: Record<string, Walk> = {
  async 'Make a key for a program'({ page, served, mark }) {
    const name = `Kasse ${mark}`
    await page.goto('/settings/keys')
    await page.getByLabel(settings('name'), { exact: true }).fill(name)
    await press(page, settings('makeKey'))
    const key = (await page.locator('.shown-once code').textContent()) ?? ''
    const status = async () =>
      (await fetch(`${served.url}/api/identity/me`, { headers: { 'X-Api-Key': key } })).status
    expect(await status()).toBe(200)
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: settings('revoke') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(settings('writeIt')).fill(name)
    await dialog.getByRole('button', { name: settings('revoke') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await status()).toBe(401)
  },
  async 'Tell a program what happens'({ page, served, mark }) {
    const name = `Buchhaltung ${mark}`
    const receiver = await openReceiver()
    const deed = (what: string) => told(webhook('deedOf'), { deed: webhook(what), name })
    try {
      await page.goto('/settings/webhooks')
      await page.getByLabel(webhook('url')).fill(receiver.url)
      await page.getByLabel(webhook('types')).fill('business_unit.')
      await page.getByLabel(webhook('description')).fill(name)
      await press(page, webhook('make'))
      expect(await page.locator('.shown-once code').textContent()).toMatch(/^whsec_/)
      await served.ask('POST', '/api/identity/business-units', { name: `Scheune ${mark}` })
      await expect.poll(async () => (await served.workOff(), receiver.received.length)).toBe(1)
      await press(page, deed('deliveries'))
      const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'business_unit.created' })
      await line.getByText(webhook('delivered'), { exact: true }).waitFor()
      await line.getByRole('button', { name: sentence(webhook('sendAgainOf')) }).click()
      await expect.poll(async () => (await served.workOff(), receiver.received.length)).toBe(2)
      await page.keyboard.press('Escape')
      await press(page, deed('delete'))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(name)
      await dialog.getByRole('button', { name: webhook('delete') }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await served.ask('GET', '/api/system/webhooks')).toEqual([])
    } finally {
      await receiver.close()
    }
  },
  async 'Rename and merge partners'({ page, served, mark }) {
    const [stays, goes, renamed] = ['Stammhof', 'Doppelhof', 'Umgenannt'].map(
      (each) => `${each} ${mark}`,
    ) as [string, string, string]
    await page.goto('/settings/partners')
    for (const name of [stays, goes]) {
      await page.getByLabel(partner('name'), { exact: true }).fill(name)
      await press(page, partner('add'))
      await page.getByRole('button', { name: told(partner('renameOf'), { name }) }).waitFor()
    }
    await press(page, told(partner('renameOf'), { name: goes }))
    await page.getByRole('dialog').getByLabel(partner('newName')).fill(renamed)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: partner('rename'), exact: true })
      .click()
    await press(page, told(partner('mergeOf'), { name: renamed }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(partner('stays')).selectOption({ label: stays })
    await dialog.getByRole('textbox').fill(renamed)
    await dialog.getByRole('button', { name: partner('merge'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const { docs } = await served.ask('GET', '/api/inventory/partners?limit=200')
    const names = docs.map(({ name }: { name: string }) => name)
    expect([stays, goes, renamed].filter((name) => names.includes(name))).toEqual([stays])
  },
  async 'Put a wrong scale right'({ page, served, mark }) {
    const [place] = (await makeBays({ served, mark }, 'Schieflager')).places
    const recordId = await lay(served, { ...place, weight: 90_000 })
    const { ids } = await served.ask('POST', '/api/inventory/movements', {
      recordId,
      weight: 0,
      movementDateISO: new Date(Date.now() - 3_600_000).toISOString(),
      destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
      sold: true,
      weighbridge: { full: 40_000, empty: 15_000 },
    })
    await page.goto('/settings/scale')
    const form = page.getByRole('region', { name: rescale('title') })
    await form.getByLabel(rescale('from'), { exact: true }).fill(dayOf(Date.now() - 7_200_000))
    await form.getByLabel(rescale('until')).fill(dayOf(Date.now()))
    await form.getByLabel(rescale('showed')).fill(`${figure(10_000)} kg`)
    await form.getByLabel(rescale('was')).fill('10040')
    await form.getByLabel(`Schieflager ${mark}`).check()
    await form
      .getByText(new RegExp(`${figure(25_000)} kg .* ${figure(25_100)} kg`))
      .first()
      .waitFor()
    await form.getByRole('button', { name: sentence(rescale('weighAgain')) }).click()
    const weighed = async () =>
      (await served.ask('GET', `/api/inventory/movements/${ids[0]}`)).weighbridge.full.weight
    await expect.poll(weighed).toBe(40_160)
  },
  async 'Set the letterhead'({ page, served, mark }) {
    await page.goto('/settings/organisation')
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: letterhead('letterhead'), exact: true }),
    })
    await panel.getByLabel(letterhead('address')).fill(`Mühlweg ${mark}\nHarpenden`)
    await panel.getByLabel(letterhead('taxNumber')).fill(`DE ${mark}`)
    await panel.getByLabel(letterhead('foot')).fill('Es gelten unsere Bedingungen.')
    await panel.getByRole('button', { name: letterhead('save') }).click()
    await panel.getByText(letterhead('saved')).waitFor()
    expect(await served.ask('GET', '/api/inventory/papers/letterhead')).toMatchObject({
      address: `Mühlweg ${mark}\nHarpenden`,
      taxNumber: `DE ${mark}`,
      foot: 'Es gelten unsere Bedingungen.',
    })
  },
}
