import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { exact } from './figures.ts'
import { hasBrowser, openPage, signIn, type View } from './browser.ts'
import { seedStored } from './seed.ts'
import { useConsole } from './use-console.ts'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Line {
  kind: string
  change: number
  balance: number
  reason: string
  payer: string
}
interface Group {
  storerId: string
  closing: number
  opening: number
  cameIn: number
  wentOut: number
  lost: number
  found: number
  lines: Line[]
}

describe.runIf(hasBrowser)('grain in stores of others', () => {
  const used = useConsole()
  let lane: Awaited<ReturnType<typeof used.served.addOrganisation>>
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  /** As the owner of the grain, who has no store. */
  const opened = async (at: string, view: Partial<View> = {}) => {
    const watched = await openPage(used.browser, used.served, view)
    await signIn(watched, { ...used.served, owner: lane.owner }, at)
    return watched
  }
  const askAsOwner = async (at: string) => {
    const answer = await fetch(used.served.url + at, { headers: { 'X-Api-Key': lane.apiKey } })
    return { status: answer.status, text: await answer.text() }
  }
  const statement = async (query = ''): Promise<Group[]> =>
    JSON.parse((await askAsOwner(`/api/inventory/owners/${lane.id}/statement${query}`)).text).groups

  beforeAll(async () => {
    lane = await used.served.addOrganisation('Green Lane Farm')
    await seedStored(used.served, lane)
  })

  test('is the home of an owner without stores: balance, heaps, loads, and who bears each loss, as the service says', async () => {
    const watched = await opened('/')
    const { page } = watched
    await page.waitForURL('**/mine')
    await page.getByRole('heading', { name: 'At Hill Farm' }).waitFor()
    const [group] = await statement()
    if (!group) throw new Error('the owner has grain there')
    expect(group).toMatchObject({ cameIn: 28_460.5, wentOut: 8_000, lost: 160.5, closing: 20_300 })
    const balance = page.getByRole('region', { name: 'Balance' })
    await balance.getByText(`${exact(group.closing)} t`).waitFor()
    for (const figure of [group.cameIn, group.wentOut, group.lost])
      await balance
        .getByRole('definition')
        .filter({ hasText: exact(figure) })
        .first()
        .waitFor()
    const lots = page.getByRole('region', { name: 'Where it lies' }).last()
    await lots.getByRole('row', { name: /Quay Store, Quay 1.*20\.30 Protein 12.4 %/ }).waitFor()
    const lines = page.getByRole('region', { name: 'Loads and losses' }).last()
    for (const { balance: after } of group.lines)
      await lines.getByRole('cell', { name: exact(after), exact: true }).waitFor()
    await lines.getByText('Lost: Pest damage, borne by the store').waitFor()
    await lines.getByText('Out · Quay Mill').waitFor()
    expect(await page.locator('.side').getByRole('link', { name: 'With others' }).count()).toBe(1)
    await watched.expectLooks('mine')
    // It is theirs alone: nothing of the store's other grain is read.
    const position = JSON.parse((await askAsOwner('/api/inventory/position')).text)
    expect(position.lines).toHaveLength(1)
    expect(
      (
        await askAsOwner(
          `/api/inventory/owners/${(await ask('GET', '/api/identity/me')).organisation.id}/statement`,
        )
      ).status,
    ).toBe(404)
  })

  test('at another date it is what lay there then, and the address holds it; PDF and CSV by keyboard', async () => {
    const watched = await opened(`/mine?from=${day(-15)}&at=${day(-5)}`)
    const { page } = watched
    const [group] = await statement(`?from=${day(-15)}&at=${day(-5)}`)
    if (!group) throw new Error('it lay there')
    expect(group).toMatchObject({ opening: 28_460.5, closing: 20_460.5 })
    const balance = page.getByRole('region', { name: 'Balance' })
    await balance.getByText(`${exact(group.closing)} t`).waitFor()
    await page.getByRole('row', { name: /Quay 1.*20\.4605/ }).waitFor()
    await page.getByRole('button', { name: 'Save as CSV' }).focus()
    const [csv] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    const text = await readFile(await csv.path(), 'utf8')
    expect(text).toMatch(/brought-forward,.*,28460\.5,,\r\n/)
    expect(text.trim()).toMatch(/carried-forward,.*,20460\.5,,$/)
    const paper = page.getByRole('button', { name: 'Owner’s statement (PDF)' })
    await paper.focus()
    const [pdf] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await page.getByLabel('Until').fill(day(-30))
    await page.getByText('is after the end of the statement').waitFor()
    await watched.screenshot('mine refused')
    await page.getByLabel('From', { exact: true }).fill(day(-40))
    await page.getByRole('heading', { name: 'Nothing of yours lay with others then' }).waitFor()
    await watched.expectLooks('mine nothing', /status of 400/)
  })

  test('without a network it says from when it is; in German and French', async () => {
    const watched = await opened('/mine')
    const { page, context } = watched
    await page.getByRole('heading', { name: 'At Hill Farm' }).waitFor()
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByText('trägt das Lager').waitFor()
    await watched.expectSound()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByText('supporté par le silo').waitFor()
    await watched.expectSound()
    await context.setOffline(true)
    await page.getByText('Pas de connexion. Les chiffres').waitFor()
    expect(await page.getByRole('button', { name: 'Enregistrer en CSV' }).isDisabled()).toBe(true)
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })

  test('of ten thousand lines only those in view are drawn', async () => {
    const watched = await opened('/mine', { isPhone: true })
    const { page } = watched
    await page.route('**/api/inventory/owners/*/statement**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const [first] = body.groups
      const lines = Array.from({ length: 10_000 }, (_line, index) => ({
        ...first.lines[0],
        change: index + 1,
      }))
      await route.fulfill({ json: { ...body, groups: [{ ...first, lines }], leftOut: 3 } })
    })
    await page.reload()
    await page.getByText('The oldest 3 lines are left out here').waitFor()
    expect(await page.locator('[aria-posinset]').count()).toBeLessThanOrEqual(60)
    await watched.expectSound()
  })

  test('whoever has none with others has no such screen in the rail', async () => {
    const { page, expectSound } = await used.open('/stores')
    await page.locator('.bay-picture').first().waitFor()
    expect(await page.locator('.side').getByRole('link', { name: 'With others' }).count()).toBe(0)
    await expectSound()
  })
})
