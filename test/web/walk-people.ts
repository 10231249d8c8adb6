import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ServedConsole } from './service.ts'
import { comeIn, wordsOf, press, sentence, told, type Walk } from './walk-language.ts'
import { makeBays, tonnes } from './walk-seed.ts'

// Who comes in, who leaves, and what people tell one another, each by the words of the page itself.

const settings = await wordsOf('screens/settings/messages.ts')
const leave = await wordsOf('screens/settings/leave-messages.ts', 'leaveMessages')
const myData = await wordsOf('screens/settings/my-data-messages.ts', 'myDataMessages')
const invite = await wordsOf('frame/invite-messages.ts', 'inviteMessages')
const invitation = await wordsOf('screens/invitation/messages.ts')
const messages = await wordsOf('screens/messages/messages.ts')
const files = await wordsOf('screens/files/messages.ts')

const PASSWORD = 'weiter gelber Mähdrescher'

/** An invitation, and where it is accepted. */
async function inviteBehind({ ask, url }: ServedConsole, email: string, role: string) {
  const { token } = await ask('POST', '/api/identity/invitations', { email, role })
  return { token, link: `${url}/invitation#${token}` }
}

/** Whoever was invited comes in, under a name of their own. */
async function accept(page: Page, link: string, [givenName, familyName]: [string, string]): Promise<void> {
  await page.goto(link)
  await page.getByLabel(invitation('givenName'), { exact: true }).fill(givenName)
  await page.getByLabel(invitation('familyName'), { exact: true }).fill(familyName)
  await page.getByLabel(invitation('newcomer')).fill(PASSWORD)
  await press(page, invitation('accept'))
  await page.locator('#content').waitFor()
}

const emails = async ({ ask }: ServedConsole): Promise<string[]> =>
  (await ask('GET', '/api/identity/users?limit=200')).docs.map(({ email }: { email: string }) => email)

/** By what the guide calls them. */
export const peopleTasks: Record<string, Walk> = {
  async 'Invite somebody'({ page, served, mark }) {
    const email = `bob-${mark}@hillfarm.example`
    await page.goto('/settings/people')
    const form = page.locator('form', { has: page.getByLabel(settings('email')) })
    await form.getByLabel(settings('email')).fill(email)
    await form.getByLabel(settings('role')).selectOption('operator')
    await form.getByRole('button', { name: settings('inviteButton'), exact: true }).click()
    await page.getByText(told(invite('handOver'), { email })).waitFor()
    expect(await page.locator('.invited-link').textContent()).toMatch(/\/invitation#invitation_[\w-]+$/)
    const invited = async () =>
      (await served.ask('GET', '/api/identity/invitations')).map((each: { email: string }) => each.email)
    expect(await invited()).toContain(email)
    await page
      .getByRole('listitem')
      .filter({ hasText: email })
      .getByRole('button', { name: settings('takeBack') })
      .click()
    await expect.poll(invited).not.toContain(email)
  },
  async 'Accept an invitation'({ served, mark, another }) {
    const email = `bea-${mark}@hillfarm.example`
    const { link } = await inviteBehind(served, email, 'manager')
    const page = await (await another()).newPage()
    await page.goto(link)
    await page
      .getByRole('heading', { name: told(invitation('titleOf'), { organisation: 'Hill Farm' }) })
      .waitFor()
    await accept(page, link, ['Bea', `Feld ${mark}`])
    expect(await emails(served)).toContain(email)
  },
  async 'Let the owner of stored grain in'({ page, served, mark, another }) {
    const owner = { id: `hof-einlass-${mark}`, name: `Hof Einlass ${mark}` }
    const [place] = (await makeBays({ served, mark }, 'Fremdlager')).places
    await served.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2026',
      owned: false,
      commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
      storage: [{ ...place, weight: 12_345 }],
      source: { owner, intake: { moveAtUTC: '2026-09-01T09:00:00Z', sender: owner } },
    })
    await page.goto('/settings/partners')
    await press(page, told(invite('ownerOf'), { name: owner.name }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(invite('email')).fill(`dan-${mark}@einlass.example`)
    await dialog.getByRole('button', { name: invite('invite'), exact: true }).click()
    const link = (await dialog.locator('.invited-link').textContent()) ?? ''
    const theirs = await (await another()).newPage()
    await accept(theirs, link, ['Dan', 'Einlass'])
    await theirs.waitForURL('**/mine')
    const { lines } = await served.ask('GET', '/api/inventory/position')
    const { weight } = lines.find(({ ownerName }: { ownerName: string }) => ownerName === owner.name)
    await theirs
      .getByText(`${tonnes(weight, 3)} t`)
      .first()
      .waitFor()
  },
  async 'Leave an organisation'({ served, mark, another }) {
    const email = `cy-${mark}@hillfarm.example`
    const { token } = await inviteBehind(served, email, 'owner')
    const body = { token, givenName: 'Cy', familyName: 'Hill', password: PASSWORD }
    await served.ask('POST', '/api/identity/invitations/accept', body)
    expect(await emails(served)).toContain(email)
    const { page } = await comeIn(await another(), { url: served.url, owner: { email, password: PASSWORD } })
    await page.goto('/settings/me')
    await press(page, told(leave('leaveNamed'), { name: 'Hill Farm' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Hill Farm')
    await dialog.getByRole('button', { name: leave('leave') }).click()
    await page.waitForURL('**/sign-in*')
    expect(await emails(served)).not.toContain(email)
  },
  async 'Download my data'({ page }) {
    await page.goto('/settings/me')
    const saved = page.waitForEvent('download')
    await press(page, myData('downloadMine'))
    expect((await saved).suggestedFilename()).toMatch(/^granary-my-data-/)
  },
  async 'Have an organisation deleted'({ served, mark, another }) {
    // The farm of the console keeps grain for others, which is in the way.
    const name = `Hof Ende ${mark}`
    const { owner, ask } = await served.addOrganisation(name, ['Kai', 'Ende'])
    const { page } = await comeIn(await another(), { url: served.url, owner })
    await page.goto(`${served.url}/settings/organisation`)
    await press(page, told(myData('deleteNamed'), { name }))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByRole('button', { name: myData('askDeletion') }).click()
    await press(page, myData('withdraw'))
    await page.getByRole('button', { name: told(myData('deleteNamed'), { name }) }).waitFor()
    expect(await ask('GET', '/api/identity/organisation/deletion')).toMatchObject({ isAsked: false })
  },
  async 'Write to somebody, and answer'({ page, served, mark }) {
    const sam = await served.addOrganisation(`Mühle ${mark}`, ['Sam', `Bach ${mark}`])
    const conversations = '/api/system/conversations'
    const { conversationId } = await sam.ask('POST', conversations, {
      to: sam.consoleOwnerId,
      title: 'Weizen',
      message: 'Ist der Weizen noch da?',
    })
    const said = async (id: string) =>
      (await sam.ask('GET', `${conversations}/${id}`)).messages.at(-1).message
    await page.goto('/messages')
    await page
      .getByRole('link', { name: new RegExp(`Bach ${mark}`) })
      .first()
      .click()
    await page.getByRole('log').getByText('Ist der Weizen noch da?').waitFor()
    await page.getByLabel(told(messages('answer'), { name: `Sam Bach ${mark}` })).fill(`Ja, für ${mark}.`)
    await press(page, messages('send'))
    await page.getByRole('log').getByText(`Ja, für ${mark}.`).waitFor()
    expect(await said(conversationId)).toBe(`Ja, für ${mark}.`)
    await page.goto('/messages')
    await page.getByRole('link', { name: messages('new') }).click()
    await page.getByLabel(messages('find')).fill(`Mühle ${mark}`)
    await page.getByRole('button', { name: new RegExp(`Bach ${mark}`) }).click()
    await page.getByLabel(messages('about')).fill(`Fuhre ${mark}`)
    await page.getByLabel(messages('message'), { exact: true }).fill(`Kommt der Lastwagen (${mark})?`)
    await press(page, messages('send'))
    await page.getByRole('log').getByText(`Kommt der Lastwagen (${mark})?`).waitFor()
    const { docs } = await sam.ask('GET', conversations)
    expect(docs.map(({ title }: { title: string }) => title)).toContain(`Fuhre ${mark}`)
  },
  async 'Share a file, or no more'({ page, served, mark }) {
    const organisation = `Labor ${mark}`
    const { id } = await served.addOrganisation(organisation)
    const name = `Analyse ${mark}.csv`
    await page.goto('/files')
    await page
      .getByText(sentence(files('found')))
      .first()
      .waitFor()
    await page
      .getByLabel(files('add'))
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('Feuchte;14,2') })
    await page.getByRole('button', { name: new RegExp(name) }).click()
    const panel = page.getByRole('dialog', { name })
    await panel.getByLabel(files('with')).fill(id)
    await panel.getByRole('button', { name: files('share'), exact: true }).click()
    await panel.getByText(told(files('everybodyOf'), { organisation })).waitFor()
    const { docs } = await served.ask('GET', '/api/system/files?limit=200')
    const file = docs.find((each: { info: { name: string } }) => each.info.name === name)
    const sharedWith = async () =>
      (await served.ask('GET', `/api/system/files/${file.id}/info`)).organisations.length
    expect(await sharedWith()).toBe(1)
    await panel.getByRole('button', { name: told(files('stopSharing'), { organisation }) }).click()
    await panel.getByText(told(files('everybodyOf'), { organisation })).waitFor({ state: 'detached' })
    expect(await sharedWith()).toBe(0)
  },
}
