import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

const QUESTIONS = '/api/system/experts/questions'
const photo = readFileSync(path.join(import.meta.dirname, '../../docs/console/today-phone-light.png'))

describe.runIf(hasBrowser)('questions to an expert', () => {
  const used = useConsole()
  const { open } = used
  const asked = async () => (await used.served.ask('GET', QUESTIONS)).docs

  test('where there is none, it says what one can ask; a question is asked by keyboard alone', async () => {
    const watched = await open('/messages')
    const { page } = watched
    await page.locator('#content').getByRole('link', { name: 'Questions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nothing asked yet' }).waitFor()
    await watched.expectLooks('questions empty')
    await page.getByRole('link', { name: 'Ask a question' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Ask a question' })
    await form.getByLabel('Your question').waitFor()
    await page.keyboard.type('Is it too late to spray against septoria?')
    await watched.expectLooks('question')
    // What was typed is still there after a reload.
    await page.reload()
    await form.getByText('Is it too late').waitFor()
    await form.getByRole('button', { name: 'Send' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Is it too late to spray').waitFor()
    // No mail server is set here.
    await page.getByText('Nobody is told', { exact: true }).waitFor()
    await page.getByText('This installation sends no mail').waitFor()
    expect(await asked()).toMatchObject([{ kind: 'question', status: 'queued', files: [] }])
    await watched.expectSound()
  })

  test('a grain sample goes out with its photos, and says where the answer goes, on a phone', async () => {
    const watched = await open('/questions?ask=grain-sample', { isPhone: true })
    const { page } = watched
    const form = page.getByRole('dialog', { name: 'Send a grain sample' })
    expect(await form.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await form.getByLabel('Photo').setInputFiles({ name: 'wheat.png', mimeType: 'image/png', buffer: photo })
    await form.getByRole('button', { name: 'Take wheat.png off' }).waitFor()
    await watched.expectLooks('grain sample')
    await form.getByRole('button', { name: 'Send' }).click()
    await page.getByText('A grain sample', { exact: true }).waitFor()
    await page.locator('.asked img').waitFor()
    await page.getByText('Nobody is told', { exact: true }).first().waitFor()
    await watched.expectLooks('questions')
    expect((await asked())[0]).toMatchObject({ kind: 'grain-sample', files: [{ name: 'wheat.png' }] })
  })

  test('what is refused is said in the service’s words, and stays', async () => {
    const watched = await open('/questions?ask=question')
    const { page } = watched
    const form = page.getByRole('dialog')
    await page.route(`**${QUESTIONS}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 503,
            json: { code: 'unavailable', message: 'No expert is set up here.', validation: [], body: {} },
          })
        : route.continue(),
    )
    await form.getByLabel('Your question').fill('Anybody there?')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByRole('alert').getByText('No expert is set up here.').waitFor()
    expect(await form.getByLabel('Your question').inputValue()).toBe('Anybody there?')
    await watched.expectSound(/status of 503/)
  })

  test('without a network nothing is sent', async () => {
    const watched = await open('/questions?ask=question')
    const { page, context } = watched
    await page.getByRole('dialog').getByLabel('Your question').fill('Later?')
    await context.setOffline(true)
    await expect
      .poll(() => page.getByRole('dialog').getByRole('button', { name: 'Send' }).isDisabled())
      .toBe(true)
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED|Failed to/)
  })
})
