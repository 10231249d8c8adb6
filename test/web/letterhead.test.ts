import { describe, expect, test } from 'vitest'
import { textOfPdf } from '../pdf.ts'
import { hasBrowser, views } from './browser.ts'
import { savedBy } from './saved-file.ts'
import { useConsole } from './use-console.ts'

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100"/></svg>'

describe.runIf(hasBrowser)('a letterhead', () => {
  const used = useConsole()
  const { open } = used

  test(
    'is set once and stands on a paper; what is no picture is refused where it was chosen',
    { timeout: 180_000 },
    async () => {
      const watched = await open('/settings/organisation')
      const { page } = watched
      const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Letterhead' }) })
      await panel.getByLabel('Address').fill('Mill Lane\nHarpenden')
      await panel.getByLabel('Tax number').fill('GB 123 4567 89')
      await panel.getByLabel('Line at the foot').fill('Our terms hang at the bridge.')
      // A slow line reads anew what was saved only after the next change.
      await watched.context.route('**/papers/letterhead', async (route) => {
        if (route.request().method() === 'GET') await page.waitForTimeout(3000)
        await route.continue()
      })
      await panel.getByRole('button', { name: 'Save the letterhead' }).click()
      await panel.getByText('The letterhead is saved.').waitFor()
      const choose = panel.getByLabel('Choose a logo')
      await choose.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
      await panel.getByRole('img', { name: 'Logo' }).waitFor()
      expect(await used.served.ask('GET', '/api/inventory/papers/letterhead')).toMatchObject({
        address: 'Mill Lane\nHarpenden',
        taxNumber: 'GB 123 4567 89',
        logo: expect.stringMatching(/^data:image\/png;base64,/),
      })
      await watched.screenshot('settings letterhead')
      await choose.setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: Buffer.from('no picture'),
      })
      await panel.getByText('is no PNG, JPEG or SVG that can be read').first().waitFor()
      await page.goto('/position')
      const { bytes } = await savedBy(page.getByRole('button', { name: 'Stock report (PDF)' }))
      expect((await textOfPdf(bytes)).join(' ')).toMatch(
        /Mill Lane, Harpenden.*GB 123 4567 89.*Our terms hang at the bridge\./s,
      )
      await watched.expectSound(/400/)
    },
  )

  test.each([
    ['de', 'Briefkopf', 'Zeile am Fuß'],
    ['fr', 'En-tête', 'Ligne de pied'],
  ])('is set in %s, too', { timeout: 120_000 }, async (language, heading, foot) => {
    const watched = await open('/settings/organisation', views[0]?.[1])
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.getByLabel(foot).waitFor()
    await watched.expectSound()
  })
})
