import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { hasBrowser, openPage, signIn } from './browser.ts'
import { exact } from './figures.ts'
import { useConsole } from './use-console.ts'

/** The dark squares of the code that a camera reads the text from. */
const squaresOf = (text: string) =>
  encode(text)
    .data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')

describe.runIf(hasBrowser)('settings', () => {
  const used = useConsole()
  const { open } = used

  test('are shown part by part', async () => {
    const watched = await open('/settings')
    const { page } = watched
    await page.waitForURL('**/settings/me')
    for (const [part, heading] of [
      ['Me', 'Where I am signed in'],
      ['People and roles', 'What each role may do'],
      ['Keys', 'A key for a program'],
      ['Business units', 'A business unit'],
      ['Organisation', 'Organisation'],
      ['Audit log', 'Who did what'],
    ] as const) {
      await page
        .getByRole('navigation', { name: 'Parts of the settings' })
        .getByRole('link', { name: part })
        .click()
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await watched.expectLooks(`settings ${part}`)
    }
  })

  test('a name is changed; a wrong password is refused, and what was typed stays', async () => {
    const watched = await open('/settings/me')
    const { page } = watched
    await page.getByLabel('Family name').fill('Hillside')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('The password so far').fill('not this one, surely')
    await page.getByLabel('The new password').fill('a longer sentence nobody knows')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('The new password').inputValue()).toBe('a longer sentence nobody knows')
    await watched.expectSound(/status of 4\d\d/)
    await page.getByLabel('The password so far').fill(used.served.owner.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('What you gave out goes on without it.').waitFor()
    expect(await page.getByRole('listitem').allInnerTexts()).toContain('Key: First key, Hill Farm')
    await watched.expectSound(/status of 4\d\d/)
    await page.getByLabel('The password so far').fill('a longer sentence nobody knows')
    await page.getByLabel('The new password').fill(used.served.owner.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect.poll(() => page.getByLabel('The new password').inputValue()).toBe('')
    const users = await used.served.ask('GET', '/api/identity/users')
    expect(users.docs[0].familyName).toBe('Hillside')
  })

  test('the audit log shows who did what, what changed by it, and finds it', async () => {
    await used.served.ask('POST', '/api/identity/business-units', { name: 'Far Barn' })
    const watched = await open('/settings/audit')
    const { page } = watched
    await page.getByLabel('Find by name, address or number').fill('far')
    // It is asked for when nobody has typed for a moment.
    await page.waitForURL(/query=far/)
    const entry = page.locator('details', { hasText: 'Settings: added' }).first()
    await entry.locator('summary').first().click()
    await entry.getByRole('cell', { name: 'Far Barn' }).waitFor()
    // The raw entry is for whoever verifies hashes.
    expect(await entry.getByText('identity.postBusinessUnits').isVisible()).toBe(false)
    await entry.getByText('The entry as its hash covers it').click()
    await entry.getByText('identity.postBusinessUnits').waitFor()
    // The address holds what it is narrowed by.
    await page.reload()
    expect(await page.getByLabel('Find by name, address or number').inputValue()).toBe('far')
    await page.getByLabel('Outcome').selectOption({ label: 'Refused' })
    await page.getByText('Nothing is like this.').waitFor()
    await watched.expectLooks('settings audit log')
  })

  const invite = async (page: Page, email: string, role: string) => {
    await page.getByLabel('Email').fill(email)
    const form = page.locator('form', { has: page.getByLabel('Email') })
    expect(await form.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true)
    await form.getByLabel('Role').selectOption(role)
    await form.getByRole('button', { name: 'Invite', exact: true }).click()
    return (await page.locator('.invited-link').textContent()) ?? ''
  }

  test('somebody is invited, and the invitation taken back', async () => {
    const watched = await open('/settings/people')
    const { page } = watched
    // Nobody takes the role of whoever runs the house for that of whose grain it is.
    const roles = await page.getByLabel('Role').first().locator('option').allInnerTexts()
    expect(roles).toContain('Administrator of the house')
    expect(roles).not.toContain('Owner')
    await invite(page, 'bob@hillfarm.example', 'Operator')
    await page.getByText('Give this link to bob@hillfarm.example').waitFor()
    await watched.expectLooks('settings invited')
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect.poll(() => used.served.ask('GET', '/api/identity/invitations')).toEqual([])
  })

  test('the link of an invitation opens where it is accepted, with the code sent to nobody; it is good once', async () => {
    const { page } = await open('/settings/people')
    const link = await invite(page, 'bea@hillfarm.example', 'Manager')
    expect(link).toMatch(/\/invitation#invitation_[\w-]+$/)
    expect(await page.locator('.invited .camera-code path').getAttribute('d')).toBe(squaresOf(link))
    const guest = await openPage(used.browser, used.served)
    const asked: string[] = []
    guest.context.on('request', (request) => asked.push(request.url()))
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'Welcome to Hill Farm' }).waitFor()
    await guest.page.getByText('As Manager:').waitFor()
    await guest.page.getByLabel('Given name').fill('Bea')
    await guest.page.getByLabel('Family name').fill('Field')
    await guest.page.getByLabel('Choose a password').fill('short')
    await guest.page.getByRole('button', { name: 'Accept' }).click()
    await guest.page.locator('.fault').first().waitFor()
    await guest.expectLooks('invitation', /status of 400/)
    await guest.page.getByLabel('Choose a password').fill('wide yellow combine')
    await guest.page.getByRole('button', { name: 'Accept' }).click()
    await guest.page.locator('.side').getByText('Bea Field').waitFor()
    expect(asked.filter((url) => url.includes('invitation_'))).toEqual([])
    const late = await openPage(used.browser, used.served)
    await late.page.goto(link)
    await late.page.getByText('This invitation is good no more').waitFor()
    await late.expectLooks('invitation gone', /status of 404/)
  })

  test('the owner of stored grain is invited beside the partner, and sees what is theirs', async () => {
    const { lines } = await used.served.ask('GET', '/api/inventory/position')
    const theirs = lines.filter((each: { owned: boolean }) => !each.owned)
    const { ownerName } = theirs[0]
    const watched = await open('/settings/partners')
    const { page } = watched
    await page.getByRole('button', { name: `Invite the owner ${ownerName}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('dan@brook.example')
    await watched.expectLooks('invite owner')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await dialog.locator('.invited-link').textContent()
    await watched.expectLooks('invited owner')
    const guest = await openPage(used.browser, used.served)
    await guest.page.goto(link ?? '')
    await guest.page.getByRole('heading', { name: `Welcome to ${ownerName}` }).waitFor()
    await guest.page.getByLabel('Given name').fill('Dan')
    await guest.page.getByLabel('Family name').fill('Brook')
    await guest.page.getByLabel('Choose a password').fill('wide yellow combine')
    await guest.page.getByRole('button', { name: 'Accept' }).click()
    await guest.page.waitForURL('**/mine')
    const kg = theirs.reduce((sum: number, each: { weight: number }) => sum + each.weight, 0)
    await guest.page.getByText(exact(kg)).first().waitFor()
  })

  test('a dialog is closed by its ✕ however long its title is, and however far its form is scrolled', async () => {
    // One word, as it fits in no line of a phone.
    const name = `Agrar${'genossenschaft'.repeat(6)}`
    await used.served.ask('POST', '/api/inventory/partners', { name })
    const watched = await open('/settings/partners', { isPhone: true })
    const { page } = watched
    await page.getByRole('button', { name: `Rename ${name}` }).click()
    const dialog = page.getByRole('dialog')
    const close = dialog.getByRole('button', { name: 'Close' })
    const title = await dialog.getByRole('heading').boundingBox()
    const box = await close.boundingBox()
    // Beside the first line of the title, and whole within the dialog.
    expect(box?.y).toBeLessThanOrEqual((title?.y ?? 0) + 1)
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect((title?.x ?? 0) + (title?.width ?? 999)).toBeLessThanOrEqual(box?.x ?? 0)
    await page.setViewportSize({ width: 390, height: 260 })
    await dialog.evaluate((element: { scrollTop: number }) => (element.scrollTop = 9999))
    await close.click({ timeout: 5000 })
    await dialog.waitFor({ state: 'detached' })
    await watched.expectSound()
  })

  test('a key is made, shown once and works; revoking it asks for its name', async () => {
    const watched = await open('/settings/keys')
    const { page } = watched
    await page.getByLabel('Name').fill('Till')
    await page.getByLabel('It may add and remove people').check()
    await page.getByText('As the role, take the least: Viewer.').waitFor()
    await page.getByRole('button', { name: 'Make the key' }).click()
    const key = await page.locator('.shown-once code').textContent()
    const directory = await fetch(`${used.served.url}/scim/v2/Users`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(directory.status).toBe(200)
    await page.getByRole('listitem').filter({ hasText: 'for the directory' }).waitFor()
    const asked = await fetch(`${used.served.url}/api/identity/me`, { headers: { 'X-Api-Key': key ?? '' } })
    expect(asked.status).toBe(200)
    await watched.screenshot('settings key')
    await watched.expectSound()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Till' })
      .getByRole('button', { name: 'Revoke' })
      .click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Name').fill('Till')
    await watched.expectSound()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const after = await fetch(`${used.served.url}/api/identity/me`, { headers: { 'X-Api-Key': key ?? '' } })
    expect(after.status).toBe(401)
  })

  test('the rules for weights are set; days that are none say so, and nothing is lost', async () => {
    const watched = await open('/settings/organisation')
    const { page } = watched
    const days = page.getByLabel('Days for which a lorry’s tare may be used again')
    await page.getByLabel('A weight that somebody types').selectOption('is taken with a reason')
    await days.fill('a month')
    await page.getByText('“a month” is not a number of days from 0 to 3650.').waitFor()
    const save = page.getByRole('button', { name: 'Save the rules for weights' })
    expect(await save.isDisabled()).toBe(true)
    await days.fill('30')
    await page.getByText('A tare is used again only where').click()
    await page.getByLabel('A full lorry weighs at most').fill('52000')
    await save.click()
    await page.getByText('Saved.').waitFor()
    await watched.expectLooks('settings weighing')
    expect(await used.served.ask('GET', '/api/identity/organisation')).toMatchObject({
      typedWeights: 'reason',
      rememberedTareDays: 30,
      requiresSteadyTares: true,
      usualFullWeight: 52_000,
      usualNetWeight: 45_000,
    })
    await days.fill('')
    await page.getByLabel('A weight that somebody types').selectOption('is taken')
    await save.click()
    await expect
      .poll(async () => (await used.served.ask('GET', '/api/identity/organisation')).rememberedTareDays)
      .toBeNull()
  })

  test('a business unit is added and archived', async () => {
    const watched = await open('/settings/units')
    const { page } = watched
    await page.getByLabel('Name').fill('Upper Farm')
    await page.keyboard.press('Enter')
    const line = page.getByRole('listitem').filter({ hasText: 'Upper Farm' })
    await line.getByRole('button', { name: 'Archive' }).click()
    await line.getByText('archived').waitFor()
    await watched.expectSound()
  })

  test('the last owner may not leave, and anybody else does by writing the name', async () => {
    const watched = await open('/settings/me')
    const { page } = watched
    const leave = async () => {
      await page.getByRole('button', { name: 'Leave Hill Farm' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Hill Farm')
      await page.getByRole('dialog').getByRole('button', { name: 'Leave the organisation' }).click()
    }
    await leave()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await watched.screenshot('settings leave')
    await watched.expectSound(/status of 4\d\d/)
    const { token } = await used.served.ask('POST', '/api/identity/invitations', {
      email: 'cy@hillfarm.example',
      role: 'owner',
    })
    const accepted = await fetch(`${used.served.url}/api/identity/invitations/accept`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        token,
        givenName: 'Cy',
        familyName: 'Hill',
        password: used.served.owner.password,
      }),
    })
    expect(accepted.status).toBe(200)
    const second = await openPage(used.browser, used.served)
    await signIn(
      second,
      { ...used.served, owner: { ...used.served.owner, email: 'cy@hillfarm.example' } },
      '/settings/me',
    )
    await second.page.getByRole('button', { name: 'Leave Hill Farm' }).click()
    await second.page.getByRole('dialog').getByRole('textbox').fill('Hill Farm')
    await second.page.getByRole('dialog').getByRole('button', { name: 'Leave the organisation' }).click()
    await second.page.waitForURL('**/sign-in*')
    const { docs } = await used.served.ask('GET', '/api/identity/users')
    expect(docs.map(({ email }: { email: string }) => email)).not.toContain('cy@hillfarm.example')
  })

  test.each([
    ['de', 'Einstellungen', 'Mein Passwort'],
    ['fr', 'Réglages', 'Mon mot de passe'],
  ])('speak %s, and without a network change nothing', async (language, heading, password) => {
    const watched = await open('/settings/me')
    const { page, context } = watched
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByRole('heading', { name: password }).waitFor()
    await context.setOffline(true)
    await page.locator('main [role=status]').first().waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })
})
