import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, type View } from './browser.ts'
import type { Neighbour } from './service.ts'
import { useConsole } from './use-console.ts'

const FILES = '/api/system/files'
const MANY = 120
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R/Resources<</Font<</F1 6 0 R>>>>>>endobj
5 0 obj<</Length 44>>stream
BT /F1 20 Tf 20 40 Td (Grain passport) Tj ET
endstream endobj
6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
const photo = readFileSync(path.join(import.meta.dirname, '../../docs/console/today-phone-light.png'))

function form(
  name: string,
  bytes: string,
  { bytes: _bytes, ...fields }: Record<string, string> = {},
): FormData {
  const sent = new FormData()
  for (const [key, value] of Object.entries({ bucket: 'files', type: 'misc', name, ...fields }))
    sent.append(key, value)
  sent.append('file', new Blob([bytes]), name)
  return sent
}

describe.runIf(hasBrowser)('files', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)

  test('where there is none, it says where files come from, and takes one of the device', async () => {
    const watched = await open('/files', { isPhone: true })
    const { page } = watched
    await page.getByRole('heading', { name: 'No files yet' }).waitFor()
    await watched.expectLooks('files empty')
    await page
      .getByLabel('Add a file')
      .setInputFiles({ name: 'bay-2.png', mimeType: 'image/png', buffer: photo })
    await page.getByRole('button', { name: /bay-2.png/ }).waitFor()
    const { docs } = await ask('GET', FILES)
    expect(docs).toMatchObject([{ info: { name: 'bay-2.png', contentType: 'image/png', type: 'image' } }])
    await watched.expectSound()
  })

  describe('that are used and shared', () => {
    let analysis: string
    beforeAll(async () => {
      const mill = await used.served.addOrganisation('Valley Mill', ['Sam', 'Brook'])
      const { organisation } = await mill.ask('GET', '/api/identity/me')
      const sent = form('Analysis of Hill 2.csv', 'moisture;14.2', { organisations: organisation.id })
      analysis = (await ask('POST', FILES, sent)).id
      const { docs } = await ask('GET', '/api/inventory/records?limit=1')
      await ask('POST', `/api/inventory/records/${docs[0].id}/samples`, {
        fields: [{ name: 'Moisture', value: '14.2', metric: '%' }],
        files: [{ id: analysis }],
      })
      const { id: ownId } = await ask('GET', '/api/identity/organisation')
      await mill.ask('POST', FILES, form('Passport of the mill.csv', 'a;b', { organisations: ownId }))
    })

    test('say who may see them and where they are used, and lead there', async () => {
      const watched = await open('/files')
      const { page } = watched
      await page.getByRole('cell', { name: 'We and Valley Mill' }).waitFor()
      await page.getByRole('cell', { name: 'Shared by Valley Mill' }).waitFor()
      await watched.expectLooks('files')
      await page.getByRole('button', { name: 'Analysis of Hill 2.csv' }).click()
      const panel = page.getByRole('dialog', { name: 'Analysis of Hill 2.csv' })
      await panel.getByRole('link', { name: /^Sample/ }).waitFor()
      await panel.getByText('Everybody of Valley Mill').waitFor()
      await watched.expectLooks('file')
      await panel.getByRole('link', { name: /^Sample/ }).click()
      await page.getByRole('heading', { name: 'Every kilogram' }).waitFor()
      await watched.expectSound()
    })

    test('are found, opened and shown by keyboard', async () => {
      const watched = await open('/files')
      const { page } = watched
      await page.getByLabel('Find by name or person').fill('bay-2')
      await page.waitForURL(/query=bay-2/)
      await page.getByRole('cell', { name: 'We and Valley Mill' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'bay-2.png' }).focus()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: 'bay-2.png' })
      await panel.getByRole('img', { name: 'bay-2.png' }).waitFor()
      await panel.getByText('In no load, sample').waitFor()
      await watched.expectLooks('file picture')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      await page.getByLabel('What it is').selectOption({ label: 'PDF' })
      await page.getByRole('heading', { name: 'No file is like this' }).waitFor()
    })

    test('are shared no more, and deleted once somebody says so twice', async () => {
      const watched = await open(`/files?open=${analysis}`)
      const { page } = watched
      const panel = page.getByRole('dialog', { name: 'Analysis of Hill 2.csv' })
      await panel.getByRole('button', { name: 'Stop sharing with Valley Mill' }).click()
      await panel.getByText('Everybody of Valley Mill').waitFor({ state: 'detached' })
      expect((await ask('GET', `${FILES}/${analysis}/info`)).organisations).toEqual([])
      await panel.getByRole('button', { name: 'Delete', exact: true }).click()
      await panel.getByText('nobody can open it any more').waitFor()
      await watched.expectLooks('file delete')
      await panel.getByRole('button', { name: 'Keep it' }).click()
      expect((await ask('GET', `${FILES}/${analysis}/info`)).status).toBe('active')
      await panel.getByRole('button', { name: 'Delete', exact: true }).click()
      await panel.getByRole('button', { name: 'Delete it' }).click()
      await panel.getByText('It was deleted').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Analysis of Hill 2.csv' }).waitFor({ state: 'detached' })
      await page.getByLabel('Deleted ones').check()
      await page.getByRole('button', { name: 'Analysis of Hill 2.csv' }).waitFor()
      await watched.expectSound()
    })

    test('a PDF is shown, page by page, and opens in a page of its own', async () => {
      const id = (await ask('POST', FILES, form('Passport.pdf', PDF))).id
      const watched = await open(`/files?open=${id}`)
      const { page, context } = watched
      await page.getByRole('img', { name: 'Passport.pdf' }).waitFor()
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText('Page 2 of 2').waitFor()
      await watched.expectLooks('file pdf')
      const link = page.getByRole('link', { name: 'Open the PDF' })
      // What the browser does with it is its own; one without a window saves it.
      expect(await link.getAttribute('href')).toMatch(/^blob:/)
      const opened = context.waitForEvent('page')
      await link.click()
      await opened
      await watched.expectSound()
    })

    test('of others can be looked at and not deleted', async () => {
      const watched = await open('/files?from=others')
      const { page } = watched
      await page.getByRole('button', { name: 'Passport of the mill.csv' }).click()
      const panel = page.getByRole('dialog')
      await panel.getByText('It belongs to another organisation').waitFor()
      expect(await panel.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
      await watched.expectSound()
    })

    test('are many: a page comes as one scrolls; what is refused is said, in the service’s words', async () => {
      const upload = (n: number) => ask('POST', FILES, form(`many ${n}.csv`, `${n};1`))
      await upload(1)
      // Each that is sent is looked at by a process of its own, which is not what this is about.
      await sql`
        insert into files (id, organisation_id, user_id, user_name, bucket, type, name, content_type, size_bytes, sha256, storage_key, created_at)
        select gen_random_uuid(), organisation_id, user_id, user_name, bucket, type, 'many ' || n || '.csv', content_type, size_bytes, sha256,
          storage_key, created_at + n * interval '1 microsecond'
        from files, generate_series(2, ${MANY - 1}::int) n where name = 'many 1.csv'`.execute(used.served.db)
      await upload(MANY)
      const watched = await open('/files?query=many&sort=createdAtUTC')
      const { page } = watched
      await page.getByText(`${MANY} files`).waitFor()
      await page.getByRole('button', { name: 'many 1.csv', exact: true }).waitFor()
      expect(await page.getByRole('row').count()).toBeLessThan(60)
      const table = page.getByRole('region', { name: 'Files' })
      const last = page.getByRole('button', { name: `many ${MANY}.csv`, exact: true })
      await expect
        .poll(async () => {
          await table.evaluate((each) => each.scrollTo(0, each.scrollHeight))
          return last.count()
        })
        .toBe(1)
      await page.getByLabel('Add a file').setInputFiles({
        name: 'program.exe',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('MZ\u0000\u0001\u0002program'),
      })
      await page.getByRole('alert').waitFor()
      await watched.expectSound(/status of 415/)
    })

    test('without a network say from when they are, and are not changed', async () => {
      const watched = await open('/files?from=others')
      const { page, context } = watched
      await page.getByRole('button', { name: 'Passport of the mill.csv' }).waitFor()
      await context.setOffline(true)
      await page.getByText('No connection').first().waitFor()
      await page.locator('.note').first().waitFor()
      expect(await page.getByLabel('Add a file').isDisabled()).toBe(true)
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED|Failed to/)
    })
  })

  describe('that are given to another organisation', () => {
    let mill: Neighbour
    let lane: Neighbour
    beforeAll(async () => {
      mill = await used.served.addOrganisation('Ford Mill', ['Kim', 'Ford'])
      const written = { to: mill.consoleOwnerId, title: 'Hill 2', message: 'Have you an analysis of it?' }
      await mill.ask('POST', '/api/system/conversations', written)
      lane = await used.served.addOrganisation('Green Lane Farm')
      const store = await ask('POST', '/api/inventory/storage', {
        name: 'Quay Store',
        type: 'store',
        substorage: [{ name: 'Quay 1' }],
        location: { address: { region: 'Hertfordshire', postcode: 'AL5 2JQ' } },
      })
      await ask('POST', '/api/inventory/records', {
        type: 'crop',
        harvestYear: '2026',
        owned: false,
        commodity: { id: 1, type: 101, grade: 1_010_102, variety: 'KWS Extase' },
        storage: [{ storageId: store.id, substorageId: store.substorage[0].id, weight: 28_460 }],
        source: { owner: { id: lane.id, name: 'Green Lane Farm' } },
      })
    })

    /** A file of ours, beside the list. */
    async function opened(name: string, view: Partial<View> = {}, fields: Record<string, string> = {}) {
      const { id } = await ask('POST', FILES, form(name, fields['bytes'] ?? 'moisture;14.2', fields))
      const watched = await open(`/files?open=${id}`, view)
      const seenBy = watched.page.getByRole('dialog').getByRole('region', { name: 'Who may see it' })
      return { id, watched, page: watched.page, seenBy }
    }
    const seenByOthers = async (id: string): Promise<string[]> =>
      (await ask('GET', `${FILES}/${id}/info`)).organisations

    test('are seen there at once, and no more when it is taken back, by keyboard', async () => {
      const { id, watched, page, seenBy } = await opened('Analysis of Hill 3.csv')
      const field = seenBy.getByRole('combobox', { name: 'Share with' })
      await field.press('ArrowDown')
      await expect
        .poll(() => seenBy.getByRole('option').allTextContents())
        .toEqual(['Ford Mill', 'Green Lane Farm'])
      await watched.screenshot('file known organisations')
      await field.pressSequentially('for')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await seenBy.getByRole('button', { name: 'Share with Ford Mill' }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await seenBy.getByText('Everybody of Ford Mill').waitFor()
      await watched.expectLooks('file shared')
      expect((await mill.ask('GET', `${FILES}/${id}/info`)).name).toBe('Analysis of Hill 3.csv')
      await page.getByRole('cell', { name: 'We and Ford Mill' }).waitFor({ state: 'attached' })
      await seenBy.getByRole('button', { name: 'Stop sharing with Ford Mill' }).press('Enter')
      await seenBy.getByText('Everybody of Ford Mill').waitFor({ state: 'detached' })
      await expect(mill.ask('GET', `${FILES}/${id}/info`)).rejects.toThrow('404')
      await watched.expectSound()
    })

    test('name one that is not known by its id; what is none is refused in the service’s words', async () => {
      const stranger = await used.served.addOrganisation('Quay Traders', ['Jo', 'Quay'])
      const { id, watched, seenBy } = await opened('Analysis of Hill 4.csv', { isPhone: true })
      const field = seenBy.getByRole('combobox', { name: 'Share with' })
      const share = seenBy.getByRole('button', { name: 'Share', exact: true })
      expect(await share.isDisabled()).toBe(true)
      await field.fill('Somebody')
      await share.click()
      await seenBy.getByRole('alert').getByText('is not an organisation here: Somebody').waitFor()
      await watched.expectLooks('file share refused', /status of 400/)
      await field.fill(stranger.id)
      await share.click()
      await seenBy.getByText('Everybody of Quay Traders').waitFor()
      expect(await seenByOthers(id)).toEqual([stranger.id])
      await watched.expectSound(/status of 400/)
    })

    test('stay with whom somebody else gave them meanwhile', async () => {
      const { id, watched, page, seenBy } = await opened('Analysis of Hill 5.csv')
      const meanwhile = async (route: Route) => {
        await ask('PUT', `${FILES}/${id}/organisations`, { organisations: [lane.id] })
        await route.continue()
      }
      await page.route(/\/files\/[^/]+\/organisations$/, meanwhile, { times: 1 })
      await seenBy.getByRole('combobox', { name: 'Share with' }).fill('Ford Mill')
      const share = seenBy.getByRole('button', { name: 'Share with Ford Mill' })
      await share.click()
      await seenBy.getByRole('alert').waitFor()
      await seenBy.getByText('Everybody of Green Lane Farm').waitFor()
      await share.click()
      await seenBy.getByText('Everybody of Ford Mill').waitFor()
      expect((await seenByOthers(id)).toSorted()).toEqual([lane.id, mill.id].toSorted())
      await watched.expectSound(/status of 412/)
    })

    test('a film asks first, since it may tell where it was taken', async () => {
      const bytes = `\0\0\0\u0018ftypisom\0\0\u0002\0isommp42\0\0\0\u0008mdat${'\0'.repeat(256)}`
      const { id, watched, seenBy } = await opened('Hill 2 from above.mp4', {}, { bucket: 'videos', bytes })
      await seenBy.getByRole('combobox', { name: 'Share with' }).fill('Ford Mill')
      const share = seenBy.getByRole('button', { name: 'Share with Ford Mill' })
      expect(await share.isDisabled()).toBe(true)
      await seenBy.getByLabel('A film may tell where it was taken').check()
      await share.click()
      await seenBy.getByText('Everybody of Ford Mill').waitFor()
      expect(await seenByOthers(id)).toEqual([mill.id])
      await watched.expectSound()
    })

    test('are given by nobody who may not, and not without a network', async () => {
      const { watched, page, seenBy } = await opened('Analysis of Hill 6.csv')
      await seenBy.getByRole('combobox', { name: 'Share with' }).fill('Ford Mill')
      const share = seenBy.getByRole('button', { name: 'Share with Ford Mill' })
      await watched.context.setOffline(true)
      await expect.poll(() => share.isDisabled()).toBe(true)
      await watched.context.setOffline(false)
      await page.route('**/api/identity/browser-session**', async (route) => {
        const answer = await route.fetch()
        const json = await answer.json()
        json.me.permissions = ['signed-in', 'stock:read', 'files:read']
        await route.fulfill({ response: answer, json })
      })
      await page.reload()
      await seenBy.getByText('Everybody of Hill Farm').waitFor()
      expect(await seenBy.getByRole('combobox').count()).toBe(0)
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    })
  })
})
