import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { cuttingMs, devices, hasBrowser, type WatchedPage } from './browser.ts'
import { sheetOf } from '../workbook.ts'
import { useConsole } from './use-console.ts'

// Files from a spreadsheet on their way into the book, by the browser alone; what came of it is asked of the service.

const STOCK = '/import?kind=inventory%2Fstores'
const HEADER = 'Store,Bay,Commodity,Harvest year,Weight (t),Reference'
const REFUSED = /status of 4\d\d/

interface Heap {
  yield: { current: number }
}

describe.runIf(hasBrowser)('the import wizard', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, path: string) => used.served.ask(method, path)

  const choose = (page: Page, text: string, name = 'stock.csv') =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const foot = (page: Page) => page.locator('.wizard-foot')
  const press = (page: Page, name: RegExp | string) => foot(page).getByRole('button', { name }).click()
  const storeOf = async (name: string) => {
    const { docs } = await ask('GET', '/api/inventory/storage?type=store&limit=200')
    return docs.find((each: { name: string }) => each.name === name)
  }
  /** What lies in a store, in kilograms; nothing where the store was taken back with its import. */
  const kilogramsIn = async (name: string): Promise<number> => {
    const store = await storeOf(name)
    if (!store) return 0
    const { docs } = await ask('GET', `/api/inventory/records?limit=200&storageId=${store.id}`)
    return docs.reduce((sum: number, each: Heap) => sum + each.yield.current, 0)
  }
  const look = (watched: WatchedPage, shot: string, expected?: RegExp) =>
    watched.expectLooks(shot, expected, devices)

  test('takes a clean file in, step by step', async () => {
    const watched = await open('/import')
    const { page } = watched
    const shot = (step: string) => watched.expectLooks(`import ${step}`)
    await page.getByRole('heading', { name: 'Imported in the last 30 days' }).waitFor()
    await shot('1')
    await page.locator('.kind-link', { hasText: 'Stores and bays' }).click()
    await page.getByText('Choose a file, or drop it here').waitFor()
    await shot('2')
    const store = 'Mill'
    await choose(
      page,
      `Store,Bay,Commodity,Capacity (t)\n${store},Bay 1,Wheat,500\n${store},Bay 2,Barley,120.5\nTotal,,,620.5\n`,
      'stores.csv',
    )
    await page.getByRole('heading', { name: 'Its first 3 rows as understood' }).waitFor()
    await page.getByText('120,500 kg · Barley').waitFor()
    await shot('3')
    await press(page, 'Next: the sums')
    await page.getByText('agrees', { exact: true }).waitFor()
    await shot('5')
    expect(await storeOf(store)).toBeUndefined()
    await press(page, 'Enter 2 rows')
    await page.getByText('2 rows are in the book.').waitFor()
    expect(page.url()).toContain('/import?run=')
    await shot('7')
    expect((await storeOf(store)).substorageCount).toBe(2)
    await page.getByRole('link', { name: 'Another file' }).click()
    await page.locator('.run-row', { hasText: 'Stores and bays' }).first().getByText('In the book').waitFor()
    await page.goBack()
    await page.getByText('2 rows are in the book.').waitFor()
  })

  test('a load sheet goes in, as intakes and what leaves again', async () => {
    const watched = await open('/import?kind=inventory%2Floads')
    const { page } = watched
    const loads = [
      'Date,Ticket,Net (t),Store,Bay,Sender,Receiver,Commodity,Harvest year',
      '2026-08-12,W1,28.46,Home Barn,Home 1,Brook End Farm,,Winter wheat,2026',
      '2026-08-13,W2,12.5,Home Barn,Home 1,,Valley Mill,,',
    ]
    await choose(page, `${loads.join('\n')}\n`, 'loads.csv')
    await press(page, /Next|Answer/)
    await watched.screenshot('import loads')
    // Neither load has a time: it is said, and may stay so.
    await press(page, /Next: the sums/)
    await page.getByText('28,460 kg').first().waitFor()
    await watched.screenshot('import loads sums')
    await press(page, 'Enter 2 rows')
    await page.getByText('2 rows are in the book.').waitFor()
    const { docs } = await ask('GET', '/api/inventory/movements?query=W2&limit=5')
    expect(docs[0].inventory.commodity.weight.weight).toBe(12_500)
    await watched.expectSound(REFUSED)
  })

  test('a map makes a field with its boundary', async () => {
    const watched = await open('/import?kind=inventory%2Fboundaries')
    const { page } = watched
    const ring = [
      [-0.37, 51.81],
      [-0.366, 51.81],
      [-0.366, 51.8128],
      [-0.37, 51.8128],
      [-0.37, 51.81],
    ]
    const feature = {
      type: 'Feature',
      properties: { name: 'Square Field' },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }
    await choose(page, JSON.stringify({ type: 'FeatureCollection', features: [feature] }), 'fields.geojson')
    await page.getByText('One').or(foot(page)).first().waitFor()
    await press(page, /Next|Answer|rows/)
    await watched.screenshot('import map')
    await page.getByLabel('Make these fields').check()
    await press(page, 'Next: the sums')
    await press(page, 'Enter 1 row')
    await page.getByText('1 row is in the book.').waitFor()
    const { docs } = await ask('GET', '/api/inventory/storage?type=field&query=Square&limit=5')
    expect(docs[0].area).toBeCloseTo(8.59, 1)
    await watched.expectSound(REFUSED)
  })

  test('asks what 28.460 means, makes the store that is missing, and enters the right kilograms', async () => {
    const watched = await open(STOCK)
    const { page } = watched
    const store = 'Quay'
    const header = 'Store;Bay;Commodity;Harvest year;Weight (kg);Note'
    await choose(page, `${header}\n${store};Bay 1;Winter wheat;2026;28.460;\n`)
    await page.getByText('One thing of this file is not clear.').waitFor()
    await look(watched, 'import asks', REFUSED)
    await press(page, 'Answer the question')
    const question = page.getByRole('group', { name: /28.460, which is 28.46 or 28460/ })
    await look(watched, 'import question', REFUSED)
    await question.getByRole('button', { name: '28460' }).click()
    await page.getByText(`Store ${store} · 1 row`).waitFor()
    await look(watched, 'import missing', REFUSED)
    await page.getByLabel('Make these stores and bays').check()
    await page.getByRole('heading', { name: /is wrong/ }).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByText('28,460 kg · Wheat').waitFor()
    await page.goForward()
    await press(page, 'Next: the sums')
    await page.getByText('28,460 kg').first().waitFor()
    await press(page, 'Enter 1 row')
    await page.getByText('1 row is in the book.').waitFor()
    expect(await kilogramsIn(store)).toBe(28_460)
    await watched.expectSound(REFUSED)
  })

  test('on a phone: mends a cell of a workbook where it stands, leaves a row out, and undoes all of it', async () => {
    const watched = await open(STOCK, { isPhone: true, isDark: true })
    const { page } = watched
    const store = 'Dock'
    const row = (weight: string, reference: string) => [
      store,
      'Bay 1',
      'Winter wheat',
      '2026',
      weight,
      reference,
    ]
    const rows = [row('10', '1'), row('1O,5', '2'), row('x', '3'), row('7', '4')]
    const file = path.join(inject('directory'), 'dock.xlsx')
    await writeFile(file, sheetOf([HEADER.split(','), ...rows]))
    await page.locator('input[type=file]').setInputFiles(file)
    await press(page, 'Next: its rows')
    await page.getByLabel('Make these stores and bays').check()
    await page.getByRole('heading', { name: '2 rows are wrong' }).waitFor()
    await look(watched, 'import faults', REFUSED)
    const cell = page.getByLabel('Weight (t), row 3')
    expect(await cell.inputValue()).toBe('1O,5')
    await cell.fill('10.5')
    await page.getByRole('button', { name: 'Leave out row 4' }).click()
    await page.getByText('This row is left out.').waitFor()
    await press(page, 'Try again')
    await page.getByText('is left out', { exact: true }).waitFor()
    await page.getByRole('heading', { name: '2 rows are wrong' }).waitFor({ state: 'detached' })
    await press(page, 'Next: the sums')
    await page.getByText('27,500 kg').first().waitFor()
    await press(page, 'Enter 3 rows')
    await page.getByText('3 rows are in the book.').waitFor()
    expect(await kilogramsIn(store)).toBe(27_500)
    await page.getByRole('button', { name: 'Undo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 heaps of stock').waitFor()
    await look(watched, 'import undo', REFUSED)
    await dialog.getByRole('button', { name: /^Undo \d things$/ }).click()
    await page.getByText(/things were taken back/).waitFor()
    await page.locator('.badge').getByText(/ndone/).waitFor()
    expect(await kilogramsIn(store)).toBe(0)
    await look(watched, 'import undone', REFUSED)
  })

  test('takes a table that is pasted, and a column that is called otherwise', async () => {
    const watched = await open(STOCK)
    const { page } = watched
    const lines = ['Where\tBay\tCommodity\tNet (t)', 'Pasted Barn\tBay 1\tWinter wheat\t12.5']
    await page.getByLabel('Cells, with their header row').fill(lines.join('\n'))
    await page.getByRole('button', { name: 'Use the 1 pasted row' }).click()
    await page.getByRole('alert').getByText(/Store/).waitFor()
    await look(watched, 'import header', REFUSED)
    expect(await page.getByLabel('“Bay” is read as').inputValue()).toBe('bay')
    await page.getByLabel('“Where” is read as').selectOption('store')
    await page.getByLabel('Harvest year, the same in every row').fill('2026')
    await page.keyboard.press('Enter')
    await page.getByText('12,500 kg · Wheat, Winter, 2026').waitFor()
    await press(page, 'Next: its rows')
    await page.getByLabel('Make these stores and bays').check()
    await press(page, 'Next: the sums')
    await press(page, 'Enter 1 row')
    await page.getByText('1 row is in the book.').waitFor()
    expect(await kilogramsIn('Pasted Barn')).toBe(12_500)
    // The next file with these columns is read in the same way, whatever the reader’s keyboard does.
    await page.getByRole('link', { name: 'Another file' }).click()
    await page.locator('.kind-link', { hasText: 'Stock in the bays' }).click()
    const pasted = JSON.stringify(`${lines.join('\n')}\nPasted Barn\tBay 2\tWinter wheat\t1`)
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${pasted})
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })()`)
    await page.getByText('1,000 kg · Wheat, Winter, 2026').waitFor()
  })

  test('on a phone: goes on when the page is left, and is found again', async () => {
    const watched = await open('/import?kind=fields', { isPhone: true, isDark: true })
    const { page } = watched
    const rows = Array.from({ length: 6000 }, (_row, index) => `Long ${index},1.5`)
    await choose(page, `Field,Area (ha)\n${rows.join('\n')}\n`, 'fields.csv')
    await press(page, 'Next: the sums')
    await press(page, /Enter 6,?000 rows/)
    // Where the machine is quick, it may be over before its progress was drawn.
    await page.getByRole('progressbar').or(page.getByText('are in the book')).first().waitFor()
    await watched.expectSound()
    await watched.screenshot('import running')
    // Another screen, and a reload: nothing of the page is left.
    await page.goto('/stores')
    await page.locator('.bay-picture').first().waitFor()
    await page.goto('/import')
    const run = page.locator('.run-row').first()
    await run.getByText('Fields').waitFor()
    await watched.screenshot('import found')
    await run.click()
    await page.getByText(/6,?000 rows are in the book/).waitFor()
    const [last] = await ask('GET', '/api/inventory/imports?kind=fields&limit=1')
    expect(last).toMatchObject({ status: 'done', success: 6000 })
    await watched.expectSound()
  })

  test('is walked by the keyboard alone', async () => {
    const watched = await open('/import')
    const { page } = watched
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab')
        const said = await page.evaluate(
          `(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`,
        )
        if (name.test(String(said))) return
      }
      throw new Error(`nothing that is called ${name} has had the focus`)
    }
    await page.getByRole('heading', { name: 'What is in the file?' }).waitFor()
    await tabTo(/^Stock in the bays/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Cells, with their header row').waitFor()
    await tabTo(/^Cells, with/)
    await page.keyboard.insertText(
      `${HEADER.replaceAll(',', '\t')}\nKey Barn\tBay 1\tWinter wheat\t2026\t5\tK1\nKey Barn\tBay 1\tWinter wheat\t2026\tx\tK2`,
    )
    await tabTo(/^Use the 2 pasted rows/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Its first 2 rows as understood' }).waitFor()
    await tabTo(/^Next: its rows/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Make these stores and bays').waitFor()
    await tabTo(/^Make these stores/)
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: '1 row is wrong' }).waitFor()
    await tabTo(/^Weight \(t\), row 3/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '1 row is wrong' }).waitFor({ state: 'detached' })
    await tabTo(/^Next: the sums/)
    await page.keyboard.press('Enter')
    await page.getByText('11,000 kg').first().waitFor()
    await tabTo(/^Enter 2 rows/)
    await page.keyboard.press('Enter')
    await page.getByText('2 rows are in the book.').waitFor()
    expect(await kilogramsIn('Key Barn')).toBe(11_000)
  })

  test('a reload loses nothing of what was mended, and signing out leaves nothing behind', async () => {
    const watched = await open(STOCK)
    const { page } = watched
    await choose(page, `${HEADER}\nHome Barn,Home 1,Winter wheat,2026,x,R1\n`)
    await press(page, 'Next: its rows')
    await page.getByLabel('Weight (t), row 2').fill('4')
    await page.waitForTimeout(300)
    await page.reload()
    await page.locator('#content').waitFor()
    await page.getByText('is wrong').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'What it is' }).click()
    await page.getByText('stock.csv (Stock in the bays) was begun here, and is not entered yet.').waitFor()
    await watched.expectSound(REFUSED)
    await page.locator('.side').getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    const kept = await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('granary')
      opening.onsuccess = () => {
        const all = opening.result.transaction('kept').objectStore('kept').getAllKeys()
        all.onsuccess = () => resolve(all.result.filter((each) => each.startsWith('import')))
      }
    })`)
    expect(kept).toEqual([])
  })

  test('says in words what is no table, and that there is no network', async () => {
    const watched = await open(STOCK)
    const { page, context } = watched
    await page.locator('input[type=file]').setInputFiles({
      name: 'scan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%âãÏÓ'),
    })
    await page.getByRole('alert').getByText(/PDF/).waitFor()
    await look(watched, 'import refused', REFUSED)
    await context.setOffline(true)
    await page.locator('main .note[role=status]', { hasText: 'A file can be tried' }).waitFor()
    expect(await page.locator('input[type=file]').isDisabled()).toBe(true)
    await look(watched, 'import offline', /status of 4|ERR_INTERNET_DISCONNECTED/)
  })

  test('a file that takes long says how large it is and since when it is tried, until it was', async () => {
    const watched = await open('/import?kind=fields')
    const { page } = watched
    const answered = Promise.withResolvers<void>()
    await page.route(/dryRun=true/, async (route) => {
      await answered.promise
      await route.continue()
    })
    const rows = Array.from({ length: 1200 }, (_row, index) => `Long ${index},2`)
    await choose(page, `Field,Area (ha)\n${rows.join('\n')}\n`, 'long.csv')
    await page.getByText('long.csv is being read …').waitFor()
    await page
      .getByText(/^1,?201 lines, 0\.1 MB\. It has been tried for [3-9] s\. Large files are tried one/)
      .waitFor()
    await watched.screenshot('import being read')
    answered.resolve()
    await foot(page).getByRole('button', { name: 'Next: the sums' }).waitFor()
    expect(await page.getByText('is being read').count()).toBe(0)
    await watched.expectSound()
  })

  test('a file of 20 MB leaves the page quick, also while a cell of it is mended', async () => {
    const watched = await open('/import?kind=fields')
    const { page } = watched
    const note = 'a note that says much '.repeat(900)
    const rows = Array.from(
      { length: 1000 },
      (_row, index) => `Wide ${index},${index === 900 ? 'x' : 2},${note}`,
    )
    const text = `Field,Area (ha),Notes\n${rows.join('\n')}\n`
    expect(text.length).toBeGreaterThan(19_000_000)
    const file = path.join(inject('directory'), 'wide.csv')
    await writeFile(file, text)
    const before = await cuttingMs(page)
    await page.evaluate(`globalThis.tasks = []
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration)))
        .observe({ entryTypes: ['longtask'] })`)
    await page.locator('input[type=file]').setInputFiles(file)
    await press(page, 'Next: its rows')
    await page.getByLabel('Area (ha), row 902').fill('3')
    await press(page, 'Try again')
    await page
      .getByText('All 1000 rows are in order.')
      .or(page.getByText('All 1,000 rows are in order.'))
      .waitFor({ timeout: 30_000 })
    const longest = await page.evaluate('Math.max(0, ...tasks)')
    // Of a busy machine both, since others may have been at work when one was taken.
    expect(longest).toBeLessThan(Math.max(500, before + (await cuttingMs(page))))
    await watched.expectSound()
  })

  test.each([
    ['de', 'Was steht in der Datei?', 'Bestand in den Boxen', 'Datei wählen oder hierher ziehen'],
    ['fr', 'Que contient le fichier ?', 'Stock dans les cellules', 'Choisir un fichier, ou le déposer ici'],
  ])('speaks %s', async (language, title, kind, file) => {
    const watched = await open('/import', { isPhone: false })
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.locator('.kind-link', { hasText: kind }).click()
    await page.getByText(file).waitFor()
    await watched.expectSound()
  })
})
