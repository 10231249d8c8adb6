import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { base as api } from '../../../../test/farm.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { ok } from '../../../../test/scene.ts'
import { expectSoundLedger } from '../../../../test/farm.ts'
import { openTrader, type Trader } from '../../trades/test-trades.ts'
import { base, imported, said, send } from '../test-imports.ts'
import { readDecimal } from './trade-choices.ts'

// Contracts and orders from files, and back.

let trader: Trader
beforeEach(async () => {
  trader = await openTrader()
})
afterAll(expectSoundLedger)

const header =
  'Purchase or sale,Reference,Partner,Commodity,Type,Harvest year,Weight (t),Tolerance (%),From,To,Window weight (t),Price,Currency,Price unit'
const file = (...rows: string[]) => `${header}\n${rows.join('\n')}\n`
const sale = (windows: string, more = '214.50,GBP,t') =>
  `Sale,S-1,Valley Mill,Wheat,Winter,2026,500,5,${windows},${more}`
const problemsOf = ({
  results,
}: {
  results: { rows: string; problems: { column: string; reason: string }[] }[]
}) =>
  results.flatMap(({ rows, problems }) =>
    problems.map(({ column, reason }) => `${rows} ${column}: ${reason}`),
  )

describe('contracts', () => {
  test('a row for each window, entered once, corrected where that is asked for, and taken back', async () => {
    const manager = trader.manager()
    const text = file(
      sale('2026-09-01,2026-09-30,200'),
      'Purchase,P-7,Hill Farm,Barley,,,120,,,,,,,',
      sale('2026-10-01,2026-10-31,300'),
    )
    const asked = await imported(manager, 'trades?dryRun=true', text)
    expect(problemsOf(asked)).toEqual([
      '2 Partner: is not known here: put it right, or have new partners made with the file',
      '3 Partner: is not known here: put it right, or have new partners made with the file',
    ])
    expect(asked.missing.map(({ what, name }: { what: string; name: string }) => `${what} ${name}`)).toEqual([
      'partners Valley Mill',
      'partners Hill Farm',
    ])
    const first = await imported(manager, 'trades?create=partners', text)
    expect(said(first)).toEqual(['2 success S-1', '3 success P-7', '4 success S-1'])
    const { docs } = ok(await manager.get(`${api}/trades?limit=10`))
    expect(docs).toHaveLength(2)
    const sold = docs.find(({ reference }: { reference: string }) => reference === 'S-1')
    expect(sold).toMatchObject({
      kind: 'sale',
      status: 'confirmed',
      weight: 500_000,
      harvestYear: '2026',
      tolerance: { percentage: 5 },
      price: { kind: 'fixed', amount: '214.50', currency: 'GBP', unit: 't' },
      windows: [
        { fromISO: '2026-09-01', toISO: '2026-09-30', weight: 200_000 },
        { fromISO: '2026-10-01', toISO: '2026-10-31', weight: 300_000 },
      ],
    })
    expect(await imported(manager, 'trades', text)).toMatchObject({ unchanged: 3, success: 0 })
    const other = text.replaceAll('214.50', '220').replace(',300,', ',250,')
    const differing = await imported(manager, 'trades', other)
    expect(differing.results[0].message).toEqual([
      'This contract is there already and says something else: Window weight (t), Price. To correct it, send the file with update=true.',
    ])
    expect(await imported(manager, 'trades?update=true', other)).toMatchObject({ changed: 2, unchanged: 1 })
    expect(await trader.read(sold.id)).toMatchObject({
      price: { amount: '220' },
      windows: [{}, { weight: 250_000 }],
    })
    // What was corrected since stays, and what was not goes.
    const undone = ok(await manager.delete(`${base}/${first.importId}`))
    expect(undone.results).toEqual([
      expect.objectContaining({
        what: 'trade',
        status: 'refused',
        message: 'The contract has been changed since.',
      }),
      expect.objectContaining({ what: 'trade', status: 'undone' }),
    ])
  })

  test('every fault at once, by row and column, and a contract is entered whole', async () => {
    const text = file(
      sale('2026-09-30,2026-09-01,300', '1.234,gbp,t'),
      sale('2026-10-01,2026-10-31,300', '1.234,gbp,t'),
      'Swap,S-2,Valley Mill,Wheat,Winter,2026,x,5,,,,12,,',
      'Sale,S-3,Valley Mill,Wheet,,,500,5,2026-09-01,,,,,',
      'Sale,S-4,,Wheat,,,,,,,,,,',
    )
    const answer = await imported(trader.manager(), 'trades?create=partners', text)
    expect(answer).toMatchObject({ success: 0, validation: 5 })
    expect(problemsOf(answer)).toEqual([
      '2 Price: must be an amount such as 214.50, and not one that could be thousands',
      '2 To: is before the first day of the window',
      '2 Window weight (t): do not fit: the windows have 600,000 kg together, the contract 500,000 kg',
      '4 Weight (t): must be a number',
      '4 Purchase or sale: must be one of: Purchase, Sale',
      expect.stringMatching(/^4 Currency: is needed/),
      expect.stringMatching(/^4 Price unit: is needed/),
      '5 To: is needed',
      '5 Commodity: is not a commodity: is it Wheat?',
      '6 Weight (t): is needed',
      '6 Partner: is needed',
    ])
    expect(answer.results[1].message).toEqual([
      'Row 2 of the same contract must be put right first: a contract is entered whole.',
    ])
    expect(ok(await trader.manager().get(`${api}/trades`)).docs).toEqual([])
  })

  test('what is exported is read back unchanged, and makes the same for somebody else', async () => {
    await trader.enter({
      reference: 'S-9',
      partnerReference: 'K 4',
      varieties: ['Skyfall', 'KWS Extase'],
      harvestYear: '2026',
      tolerance: { percentage: 2.5, option: 'buyer' },
      windows: [
        { fromISO: '2026-09-01', toISO: '2026-09-30', weight: 33_333 },
        { fromISO: '2026-10-01', toISO: '2026-10-31', weight: 44_444 },
      ],
      delivery: { terms: 'delivered' },
      final: { weight: 'unloading', quality: 'loading' },
      limits: [{ name: 'Moisture', maximum: 15 }],
      price: { kind: 'fixed', amount: '1.2340', currency: 'GBP', unit: 'kg' },
      notes: 'By phone.',
    })
    await trader.enter({ reference: '', commodity: { id: 1 }, status: 'draft' })
    const done = await trader.enter({ reference: 'S-8', price: { kind: 'pool' } })
    ok(await trader.manager().post(`${api}/trades/${done.id}/status`, { status: 'fulfilled' }))
    const exported = async (client = trader.manager()) =>
      ok(await client.get(`${base}/trades/export`)) as string
    const text = await exported()
    const again = await imported(trader.manager(), 'trades', text)
    expect(again).toMatchObject({ unchanged: 4, success: 0, ignoredColumns: [] })
    // Also without their ids: known by number, or by what they say.
    const without = (csv: string) =>
      csv
        .split('\r\n')
        .map((line) => line.slice(0, line.lastIndexOf(',')))
        .sort()
    expect(
      await imported(trader.manager(), 'trades', without(text).toSorted().toReversed().join('\n')),
    ).toMatchObject({
      unchanged: 4,
    })
    const stranger = (await makeOrganisation(trader.service)).as('manager')
    expect(await imported(stranger, 'trades?create=partners', text)).toMatchObject({ success: 4 })
    expect(without(await exported(stranger))).toEqual(without(text))
  })

  test.each(['en', 'de', 'fr'])('the list, saved as a table in %s, can be sent', async (language) => {
    await trader.enter({ reference: 'S-9', harvestYear: '2026', tolerance: { percentage: 3 } })
    const list = await trader
      .manager()
      .get(`${api}/trades`, { accept: 'text/csv', 'accept-language': language })
    const stranger = (await makeOrganisation(trader.service)).as('manager')
    const form = new FormData()
    form.append('file', new Blob([list.body], { type: 'text/csv' }), 'list.csv')
    if (language === 'en')
      form.append('mapping', JSON.stringify({ columns: { weight: { from: 'weight', unit: 'kg' } } }))
    const { body } = await stranger.post(`${base}/trades?create=partners`, form)
    expect(body, JSON.stringify(body)).toMatchObject({ success: 1 })
    const { docs } = ok(await stranger.get(`${api}/trades`))
    expect(docs[0]).toMatchObject({
      kind: 'sale',
      reference: 'S-9',
      weight: 100_000,
      harvestYear: '2026',
      tolerance: { percentage: 3 },
      partner: { name: 'Valley Mill' },
    })
  })
})

describe('orders', () => {
  test('under a contract by its number, and alone; every fault at once', async () => {
    const trade = await trader.enter({ reference: 'S-31' })
    const text = `Reference,Contract reference,Purchase or sale,Partner,Commodity,Weight (t),Loads,From,To,Store,Bays,Lorries
O-1,s-31,,,,56,2,2026-09-07,2026-09-11,Long Barn,Bay 1;2,AB12 CDE; XY34 ZZZ
O-2,,Sale,Valley Mill,Winter wheat,,1,,,,,
O-3,S-99,,,,5,,,,,,
O-4,S-31,Purchase,,Barley,5,many,,,,,
O-5,,,,,5,,2026-09-11,2026-09-07,Nowhere,Bay 9,
`
    const answer = await imported(trader.manager(), 'orders', text)
    expect(said(answer)).toEqual([
      '2 success O-1',
      '3 success O-2',
      '4 validation O-3',
      '5 validation O-4',
      '6 validation O-5',
    ])
    expect(problemsOf(answer)).toEqual([
      '4 Contract reference: is the number of no confirmed contract of yours',
      '5 Contract reference: is the number of no confirmed contract of yours',
      '5 Loads: must be a whole number',
      expect.stringMatching(/^6 Store: /),
      expect.stringMatching(/^6 Purchase or sale: is needed, or the number of a contract/),
      expect.stringMatching(/^6 Partner: is needed/),
      expect.stringMatching(/^6 Commodity: is needed/),
      '6 To: is before the first day of the window',
    ])
    const { docs } = ok(await trader.manager().get(`${api}/orders`))
    expect(docs.find(({ reference }: { reference: string }) => reference === 'O-1')).toMatchObject({
      trade: { id: trade.id },
      weight: 56_000,
      loads: 2,
      place: { bays: [{ id: trader.farm.bays[0] }, { id: trader.farm.bays[1] }] },
      vehicles: ['AB12 CDE', 'XY34 ZZZ'],
    })
    expect(await imported(trader.manager(), 'orders', text)).toMatchObject({ unchanged: 2, success: 0 })
    const other = text.replace(',56,2,', ',60,2,')
    expect((await imported(trader.manager(), 'orders', other)).results[0]).toMatchObject({
      status: 'error',
      code: 'already_exists',
    })
    expect(await imported(trader.manager(), 'orders?update=true', other)).toMatchObject({ changed: 1 })
    const undone = ok(await trader.manager().delete(`${base}/${answer.importId}`))
    expect(undone).toMatchObject({ undone: 1, refused: 1 })
  })

  test('what is exported is read back unchanged', async () => {
    const trade = await trader.enter({ reference: 'S-31' })
    await trader.order({
      tradeId: trade.id,
      reference: 'O-7',
      haulier: 'Fenland',
      loads: 2,
      place: { address: 'Dock 4', openingHours: 'Mon–Fri' },
    })
    await trader.order({ fromISO: '2026-09-01', instructions: 'Ring first.' })
    const text = ok(await trader.manager().get(`${base}/orders/export`))
    expect(await imported(trader.manager(), 'orders', text)).toMatchObject({
      unchanged: 2,
      ignoredColumns: [],
    })
    const without = text
      .split('\r\n')
      .map((line: string) => line.slice(0, line.lastIndexOf(',')))
      .join('\n')
    expect(await imported(trader.manager(), 'orders', without)).toMatchObject({ unchanged: 2 })
    const list = await trader.manager().get(`${api}/orders`, { accept: 'text/csv', 'accept-language': 'de' })
    const { status, body } = await send(trader.manager(), 'orders', list.body)
    expect(body, JSON.stringify(body)).toMatchObject({ unchanged: 2 })
    expect(status).toBe(200)
  })
})

test('loads name contracts and orders by their numbers', async () => {
  const sold = await trader.enter({ reference: 'S-31', partnerReference: 'K 9' })
  const bought = await trader.enter({
    kind: 'purchase',
    reference: 'P-5',
    partner: { id: 'hill', name: 'Hill Farm' },
  })
  const order = await trader.order({ tradeId: sold.id, reference: 'O-7' })
  const text = `Date,Ticket,Net (kg),Store,Bay,Sender,Receiver,Commodity,Harvest year,Contract,Order
2026-08-10,1,20000,Long Barn,Bay 1,,Valley Mill,,,k 9,
2026-08-10,2,21000,Long Barn,Bay 1,,Valley Mill,,,,O-7
2026-08-10,3,10000,Long Barn,Bay 2,Hill Farm,,Winter wheat,2026,P-5,
2026-08-10,4,5000,Long Barn,Bay 1,,Hill Farm,,,S-31,
2026-08-10,5,5000,Long Barn,Bay 1,,Valley Mill,,,,O-8
2026-08-10,6,5000,Long Barn,Bay 2,Hill Farm,,Winter wheat,2026,S-31,
`
  const answer = await imported(trader.manager(), 'inventory/loads', text)
  expect(said(answer).map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
    '2 success',
    '3 success',
    '4 success',
    '5 success',
    '6 validation',
    '7 validation',
  ])
  expect(answer.results[3].warnings).toEqual([
    'The Contract is kept as text alone: the contract of that number is not with this receiver.',
  ])
  expect(problemsOf(answer)).toEqual([
    '6 Order: is the number of no open order of yours',
    '7 Contract: is no storage contract of yours, and no confirmed purchase from them',
  ])
  expect((await trader.read(sold.id)).usage).toMatchObject({ moved: 41_000 })
  expect((await trader.read(bought.id)).usage).toMatchObject({ moved: 10_000 })
  expect((await trader.readOrder(order.id)).usage).toMatchObject({ moved: 21_000, movedLoads: 1 })
})

test.each([
  ['214.50', '214.50'],
  ['214,50', '214.50'],
  ['1.214,50', '1214.50'],
  ["1'214.50", '1214.50'],
  ['1 214', '1214'],
  ['0.125', '0.125'],
  ['1.2340', '1.2340'],
  ['-1.5', '-1.5'],
  ['1.234', undefined],
  ['1,234,56', undefined],
  ['12 EUR', undefined],
  ['', undefined],
])('%s is %s', (cell, amount) => {
  expect(readDecimal(cell)).toBe(amount)
})
