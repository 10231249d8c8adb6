import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import type { Neighbour } from './service.ts'
import { useConsole } from './use-console.ts'

const URL = '/api/system/conversations'
const photo = readFileSync(path.join(import.meta.dirname, '../../docs/console/today-phone-light.png'))

describe.runIf(hasBrowser)('messages', () => {
  const used = useConsole()
  const { open } = used
  let sam: Neighbour

  test('where there is none, it says whom one may write to, on a phone', async () => {
    const watched = await open('/messages', { isPhone: true })
    await watched.page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    await watched.expectLooks('messages empty')
    await watched.page.getByRole('link', { name: 'New message' }).click()
    await watched.page.getByText('There is nobody else in your organisation yet').waitFor()
    await watched.expectLooks('messages new')
  })

  describe('of somebody of another organisation', () => {
    let id: string
    beforeAll(async () => {
      sam = await used.served.addOrganisation('Valley Mill', ['Sam', 'Brook'])
      const begun = await sam.ask('POST', URL, {
        to: sam.consoleOwnerId,
        title: 'Group 1 wheat',
        message: 'Is the wheat of Hill 2 still there? We would take 200 t of it.',
      })
      id = begun.conversationId
    })
    const unread = async () => (await sam.ask('GET', `${URL}/unread`)).totalMessages

    test('show who wrote, for whom, and what is unread; they are read once they are seen', async () => {
      const watched = await open('/messages')
      const { page } = watched
      await page.getByRole('link', { name: /Messages.*1 unread message/ }).waitFor()
      await page.getByRole('link', { name: /Sam Brook.*Valley Mill/ }).waitFor()
      await watched.expectLooks('messages list')
      await page.getByRole('link', { name: /Sam Brook/ }).click()
      await page.getByRole('log').getByText('We would take 200 t').waitFor()
      await page.getByText('You have read everything.').waitFor()
      await watched.expectLooks('messages thread')
    })

    test('are answered by keyboard alone, with a photo that the other may see', async () => {
      const watched = await open(`/messages?open=${id}`)
      const { page } = watched
      await page
        .getByLabel('Photo')
        .setInputFiles({ name: 'hill-2.png', mimeType: 'image/png', buffer: photo })
      await page.getByRole('button', { name: 'Take hill-2.png off' }).waitFor()
      await page.getByText('can be seen by everybody of Valley Mill').waitFor()
      await page.getByLabel('Answer to Sam Brook').focus()
      await page.keyboard.type('It is. This is how it looks.')
      // What was typed is still there after a reload.
      await page.reload()
      await page.getByRole('button', { name: 'Take hill-2.png off' }).waitFor()
      await page.getByLabel('Answer to Sam Brook').focus()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('log').getByText('This is how it looks.').waitFor()
      await page.getByRole('log').locator('img').waitFor()
      expect(await page.getByLabel('Answer to Sam Brook').inputValue()).toBe('')
      await watched.expectLooks('messages answered')
      const { messages } = await sam.ask('GET', `${URL}/${id}`)
      expect(messages.at(-1)).toMatchObject({ message: 'It is. This is how it looks.' })
      expect((await sam.ask('GET', `/api/system/files/${messages.at(-1).files[0].id}/info`)).name).toBe(
        'hill-2.png',
      )
      expect(await unread()).toBe(1)
    })

    test('appear at once while the screen is open', async () => {
      const watched = await open(`/messages?open=${id}`)
      await watched.page.getByRole('log').getByText('We would take 200 t').waitFor()
      await sam.ask('POST', `${URL}/${id}`, { to: sam.consoleOwnerId, message: 'We send two lorries.' })
      await watched.page.getByRole('log').getByText('We send two lorries.').waitFor({ timeout: 15_000 })
      await watched.expectSound()
    })

    test('are read from before as well', async () => {
      for (let n = 1; n <= 105; n++)
        await sam.ask('POST', `${URL}/${id}`, { to: sam.consoleOwnerId, message: `Lorry ${n} has left.` })
      const watched = await open(`/messages?open=${id}`, { isPhone: true })
      const { page } = watched
      const log = page.getByRole('log')
      await log.getByText('Lorry 105 has left.').waitFor()
      expect(await log.getByText('We would take 200 t').count()).toBe(0)
      // What is said while they are read has the latest read again, and the earlier ones are shown all the same.
      const held = Promise.withResolvers<void>()
      await page.route('**/conversations/*messagesOffset=100*', async (route) => {
        await held.promise
        await route.continue().catch(() => undefined)
      })
      const asked = page.waitForRequest('**/conversations/*messagesOffset=100*')
      await page.getByRole('button', { name: 'Show earlier messages' }).click()
      await asked
      await sam.ask('POST', `${URL}/${id}`, { to: sam.consoleOwnerId, message: 'Lorry 106 has left.' })
      await log.getByText('Lorry 106 has left.').waitFor()
      held.resolve()
      await log.getByText('We would take 200 t').first().waitFor()
      await watched.expectSound()
      await page.getByRole('link', { name: 'Back to all messages' }).click()
      await page.getByRole('link', { name: /Sam Brook/ }).waitFor()
    })

    test('about a listing are begun where a trading system leads', async () => {
      const watched = await open(`/messages?listing=offer-7&with=${sam.userId}`)
      const { page } = watched
      await page.getByText('About listing offer-7').waitFor()
      await page.getByLabel('Message', { exact: true }).fill('Is it dry?')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('log').getByText('Is it dry?').waitFor()
      const found = await sam.ask('GET', `${URL}/listing/offer-7`)
      expect(found.messages).toMatchObject([{ message: 'Is it dry?' }])
      await page.goto('/messages?listing=offer-7')
      await page.getByRole('log').getByText('Is it dry?').waitFor()
      await watched.expectSound(/status of 404/)
    })

    test('are written to whoever is chosen; what is refused stays, in the service’s words', async () => {
      const watched = await open('/messages?to=somebody')
      const { page } = watched
      await page.getByLabel('To whom: find by name or organisation').fill('valley')
      await page.getByRole('button', { name: /Sam Brook.*Valley Mill/ }).click()
      await page.getByLabel('Message', { exact: true }).fill('Another matter.')
      await page.route(`**${URL}`, (route) =>
        route.fulfill({
          status: 404,
          json: { code: 'not_found', message: 'There is no user Sam.', validation: [], body: {} },
        }),
      )
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('alert').getByText('There is no user Sam.').waitFor()
      await watched.expectLooks('messages refused', /status of 404/)
      await page.unroute(`**${URL}`)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('log').getByText('Another matter.').waitFor()
    })

    test('without a network nothing is sent, and what was typed stays', async () => {
      const watched = await open(`/messages?open=${id}`)
      const { page, context } = watched
      await page.getByRole('log').getByText('Lorry 106 has left.').waitFor()
      await context.setOffline(true)
      await page.getByLabel('Answer to Sam Brook').fill('Later.')
      await page.getByText('No connection').first().waitFor()
      expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED|Failed to/)
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('log').getByText('Later.').waitFor()
    })
  })
})
