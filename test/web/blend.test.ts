import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { exact } from './figures.ts'
import { hasBrowser } from './browser.ts'
import { seedContract } from './seed.ts'
import { useConsole } from './use-console.ts'

interface Heap {
  recordId: string
  storageId: string
  storageName: string
  substorageId: number
  substorageName: string
  commodity: { id: number; name: string }
  owned: boolean
  weight: number
}

interface Movement {
  inventory: { commodity: { weight: { weight: number } } }
}

const bulk = '/api/inventory/movements/bulk'

describe.runIf(hasBrowser)('blends that are tried', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  let heaps: Heap[]
  const nameOf = ({ storageName, substorageName }: Heap) => `${storageName}, ${substorageName}`
  const figure = (page: Page, heap: Heap) => page.getByLabel(`From ${nameOf(heap)}, t`, { exact: true })

  beforeAll(async () => {
    const { lines }: { lines: Heap[] } = await ask('GET', '/api/inventory/position')
    const wheat = lines.filter(({ commodity, substorageId }) => commodity.id === 1 && substorageId > 0)
    heaps = wheat.toSorted((a, b) => Number(b.owned) - Number(a.owned))
    for (const [index, { recordId }] of heaps.entries())
      await ask('POST', `/api/inventory/records/${recordId}/samples`, {
        fields: [
          { name: 'Moisture', value: String(13 + index), metric: '%' },
          { name: 'Protein', value: String(13.6 - 1.2 * index), metric: '%' },
          { name: 'Specific weight', value: String(78 - index), metric: 'kg/hl' },
          { name: 'Hagberg falling number', value: String(310 - 20 * index), metric: 's' },
        ],
      })
  })

  test('two bays onto a lorry, by keyboard: what the service says is what is shown, and what is done', async () => {
    const [first, second] = heaps
    if (!first || !second) throw new Error('the sample farm has two heaps of wheat')
    const watched = await open(`/blend?from=${first.recordId}`)
    const { page } = watched
    await figure(page, first).focus()
    await page.keyboard.type('12')
    await page.getByLabel('Take from another bay').selectOption(second.recordId)
    await figure(page, second).focus()
    await page.keyboard.type('8.0005')
    await page.getByLabel('Where to').selectOption('lorry')
    await page.getByLabel('Buyer').focus()
    await page.keyboard.type('Valley Mill Two')
    await page.keyboard.press('Escape')
    const outcome = page.getByRole('region', { name: 'What comes of it' })
    await outcome.getByText('On the lorry').waitFor()
    const { dryRun } = await ask('POST', `${bulk}?dryRun=true`, {
      records: [
        { id: first.recordId, weight: 12_000 },
        { id: second.recordId, weight: 8000.5 },
      ],
      destination: { organisationId: 'valley-mill-two', organisationName: 'Valley Mill Two' },
      sold: true,
    })
    const { blend } = dryRun
    await outcome
      .getByText(`${exact(blend.weight)} t`)
      .first()
      .waitFor()
    for (const { weight, share } of blend.parts) {
      await outcome.getByRole('cell', { name: exact(weight), exact: true }).waitFor()
      await outcome.getByRole('cell', { name: `${share} %`, exact: true }).waitFor()
    }
    expect(blend.quality).toHaveLength(4)
    for (const { name, value, metric } of blend.quality)
      await outcome
        .getByRole('row', { name: new RegExp(`^${name} ${value.toLocaleString('en-GB')} ${metric}`) })
        .waitFor()
    for (const { name, weight } of blend.owners)
      await outcome.getByText(`${name} ${exact(weight)} t`).waitFor()
    const [judged] = blend.judgements
    await page.getByLabel('Compared with the grade').selectOption(`${judged.type.id}/${judged.grade.id}`)
    const said = { met: 'It meets', failed: 'It does not meet', unmeasured: 'Nothing is against' }
    await outcome.getByText(said[judged.verdict as keyof typeof said]).waitFor()
    for (const { before, after } of dryRun.balances)
      if (after < before)
        await outcome
          .getByText(`${exact(after)} t`)
          .first()
          .waitFor()
    await watched.expectLooks('blend')
    // A reload loses nothing.
    await page.reload()
    const send = page.getByRole('button', { name: `Do it: load ${exact(20_000.5)} t` })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.focus()
    await page.keyboard.press('Enter')
    await page.getByText('2 movements stored').waitFor()
    const { docs } = await ask('GET', '/api/inventory/movements?query=Valley%20Mill%20Two')
    const weights = docs.map((each: Movement) => each.inventory.commodity.weight.weight)
    expect(weights.toSorted()).toEqual([12_000, 8000.5])
    await watched.expectSound()
  })

  test('the slider and the shares say the same; into a bay, what may not be mixed is refused in the service’s words', async () => {
    await seedContract(used.served)
    const [first, , ...others] = heaps
    const { lines }: { lines: Heap[] } = await ask('GET', '/api/inventory/position')
    const theirs = lines.find(({ owned, substorageId }) => !owned && substorageId > 0)
    if (!first || !theirs) throw new Error(`no heap of others: ${others.length}`)
    const watched = await open(`/blend?from=${first.recordId}`)
    const { page } = watched
    const slider = page.getByLabel(`How much from ${nameOf(first)}`)
    await slider.focus()
    await page.keyboard.press('End')
    const there = lines.find(({ recordId }) => recordId === first.recordId)?.weight ?? 0
    await expect.poll(() => figure(page, first).inputValue()).toBe(String(there / 1000))
    await page.getByText('Shares', { exact: true }).click()
    await page.getByLabel('Together, t').fill('9')
    await page.getByLabel('Take from another bay').selectOption(theirs.recordId)
    await page.getByLabel(`Share of ${nameOf(theirs)}`).fill('2')
    await page.getByText(`3.00 of ${exact(there)} t`).waitFor()
    await page.getByLabel('Where to').selectOption('lorry')
    await page.getByLabel('Buyer').fill('Valley Mill')
    const outcome = page.getByRole('region', { name: 'What comes of it' })
    await outcome.getByText('9.00 t').waitFor()
    await outcome.getByRole('link', { name: /^ST-2026-014 of/ }).waitFor()
    await watched.expectLooks('blend shares')
    await page.getByLabel('Where to').selectOption(`${first.storageId}/${first.substorageId}`)
    await outcome.getByRole('alert').waitFor()
    expect(await page.getByRole('button', { name: /^Do it/ }).isDisabled()).toBe(true)
    await watched.screenshot('blend refused')
    await watched.expectSound(/status of 400/)
  })

  test('without a network nothing is sent; in German and French', async () => {
    const watched = await open('/blend')
    const { page, context } = watched
    await page.getByText('Choose two heaps or more').waitFor()
    await watched.screenshot('blend empty')
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { name: 'Mischen' }).waitFor()
    await watched.expectSound()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByRole('heading', { name: 'Mélanger' }).waitFor()
    await watched.expectSound()
    await context.setOffline(true)
    await page.getByText('Pas de connexion. Les chiffres').waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })

  test('where nothing lies it says what to do first', async () => {
    const watched = await open('/blend', { isPhone: true })
    const { page } = watched
    await page.route('**/api/inventory/position', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), lines: [] } })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Nothing to blend yet' }).waitFor()
    await watched.expectSound()
  })
})
