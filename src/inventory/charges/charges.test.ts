import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf } from '../contracts/test-contracts.ts'
import { linesOf, openBilling, type Billing } from './test-charges.ts'

let service: TestApp
let billing: Billing

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  billing = await openBilling(service)
})

describe('a statement of charges', () => {
  test('is reckoned from the book, closed, and corrected on the next one', async () => {
    const { tariff, takeIn, draft, read, close } = billing
    await tariff()
    const load = await takeIn(20_000, '2026-07-05')
    const july = await draft('2026-07')
    // Free are the 5th to the 14th; from the 15th to the 31st 20 t lie there for 17 days.
    expect(linesOf(july)).toEqual(['in 20 37.00 GBP', 'storage 340 17.00 GBP'])
    expect(july).toMatchObject({
      status: 'draft',
      number: '',
      owner: billing.owner,
      totals: [{ currency: 'GBP', amount: '54.00' }],
      isOver: true,
    })
    expect(july.lines[0]).toMatchObject({
      name: 'Taking in',
      unit: 't',
      rate: '1.85',
      divisor: 1,
      vatCode: 'T1',
      loads: [{ movementId: load.id, number: load.documentNumber, day: '2026-07-05', weight: 20_000 }],
      corrects: null,
    })
    expect(july.lines[1]).toMatchObject({
      unit: 't_day',
      divisor: 7,
      days: [
        { from: '2026-07-05', to: '2026-07-14', weight: 20_000, free: 20_000 },
        { from: '2026-07-15', to: '2026-07-31', weight: 20_000, free: 0 },
      ],
    })
    const closed = await close(july.id)
    expect(closed).toMatchObject({
      status: 'closed',
      number: '1',
      lines: july.lines,
      ledgerHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })

    const late = await takeIn(10_000, '2026-07-20')
    expect(await read(july.id)).toEqual(closed)
    const august = await draft('2026-08')
    const corrections = august.lines.filter(({ corrects }: { corrects: object | null }) => corrects !== null)
    // 10 t more came in, and lay there on the 30th and the 31st beyond their free days.
    expect(corrections).toMatchObject([
      {
        kind: 'in',
        month: '2026-07',
        amount: '18.50',
        corrects: {
          statementId: july.id,
          number: '1',
          billed: '37.00',
          reckoned: '55.50',
          changed: [{ movementId: late.id, weight: 10_000 }],
        },
      },
      { kind: 'storage', amount: '1.00', corrects: { billed: '17.00', reckoned: '18.00' } },
    ])
    // The 14th is not over: 30 t lie there for the first 13 days of August.
    expect(
      linesOf({ lines: august.lines.filter((line: { month: string }) => line.month === '2026-08') }),
    ).toEqual(['storage 390 19.50 GBP'])
    expect(august.isOver).toBe(false)
    expect((await billing.post(`/charges/${august.id}/close`)).body).toMatchObject({ code: 'in_use' })
  })

  test('a corrected and a deleted load give back what they cost', async () => {
    const { tariff, takeIn, draft, close, manager } = billing
    await tariff({ rates: [{ kind: 'in', rate: '2' }] })
    const [june, july] = [await takeIn(10_000, '2026-06-10'), await takeIn(5_000, '2026-06-20')]
    await close((await draft('2026-06')).id)
    const heavier = {
      recordId: june.inventory.recordId,
      weight: 12_000,
      destination: { storageId: billing.storeId, substorageId: billing.bays[0] },
    }
    ok(await manager().put(`${base}/movements/${june.id}`, heavier))
    ok(await manager().delete(`${base}/movements/${july.id}`, { recordId: july.inventory.recordId }))
    const next = await draft('2026-07')
    expect(linesOf(next)).toEqual(['in 12 -6.00 GBP'])
    expect(next.lines[0].corrects.changed).toMatchObject([
      { movementId: june.id, weight: 12_000 },
      { movementId: july.id, weight: 0 },
    ])
    const closed = await close(next.id)
    expect(closed).toMatchObject({ number: '2', totals: [{ currency: 'GBP', amount: '-6.00' }] })
    // It is billed once.
    expect(linesOf(await draft('2026-08'))).toEqual([])
  })

  test('drying is by the moisture on arrival, loads are counted by lorry, and a minimum is made up', async () => {
    const { tariff, takeIn, draft } = billing
    await tariff({
      rates: [
        { kind: 'drying', rate: '3.20', base: 15 },
        { kind: 'sampling', rate: '4.50' },
      ],
      minimum: '100.00',
    })
    await takeIn(20_000, '2026-07-05', { moisture: 16.5 })
    await takeIn(20_000, '2026-07-06', { moisture: 14 })
    const july = await draft('2026-07')
    expect(linesOf(july)).toEqual(['drying 30 96.00 GBP', 'sampling 2 9.00 GBP'])
    const { id } = july
    ok(await billing.manager().delete(`${base}/charges/${id}`))
    await billing.tariff({ fromISO: '2026-07-06', rates: [{ kind: 'sampling', rate: '5' }], minimum: '20' })
    // The minimum is that of the tariff that held last; what both charged counts.
    const again = await draft('2026-07')
    expect(linesOf(again)).toEqual(['drying 30 96.00 GBP', 'sampling 1 4.50 GBP', 'sampling 1 5.00 GBP'])
  })

  test('the tariff of the storage contract goes before that of the owner, and that before everybody’s', async () => {
    const { post, takeIn, draft, owner, contractBody, contract } = billing
    const everybody = { partner: null, rates: [{ kind: 'in', rate: '1' }] }
    await billing.tariff(everybody)
    await billing.tariff({ fromISO: '2026-06-15', rates: [{ kind: 'in', rate: '2' }] })
    const { id } = await contract({ owner, details: { startDateISO: '2026-07-01' } })
    expect(contractBody).toBeDefined()
    ok(
      await post(
        '/tariffs',
        billing.tariffBody({
          partner: null,
          storageContractId: id,
          currency: 'EUR',
          rates: [{ kind: 'in', rate: '3' }],
        }),
      ),
    )
    await takeIn(10_000, '2026-06-10')
    await takeIn(10_000, '2026-06-20')
    await takeIn(10_000, '2026-07-20', { contract: { id } })
    const statement = await draft('2026-06', '2026-07')
    expect(linesOf(statement).toSorted()).toEqual(['in 10 10.00 GBP', 'in 10 20.00 GBP', 'in 10 30.00 EUR'])
    expect(statement.totals).toEqual([
      { currency: 'EUR', amount: '30.00' },
      { currency: 'GBP', amount: '30.00' },
    ])
  })

  test('months of an owner are on one statement', async () => {
    await billing.tariff()
    await billing.takeIn(1000, '2026-06-10')
    const { id } = await billing.draft('2026-06', '2026-07')
    const again = await billing.post('/charges', { ownerId: 'hill-farm', fromMonth: '2026-07' })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'already_exists', body: { id } })
  })

  test.each([
    [{ ownerId: 'nobody', fromMonth: '2026-07', toMonth: '2026-06' }, ['ownerId unknown', 'toMonth minimum']],
    [{ ownerId: 'hill-farm', fromMonth: '2026-07', toMonth: '2026-09' }, ['toMonth future']],
    [{ ownerId: 'hill-farm', fromMonth: '2020-07', toMonth: '2026-07' }, ['toMonth maximum']],
  ])('refuses %j', async (body, faults) => {
    await billing.takeIn(1000, '2026-06-10')
    expect(faultsOf(await billing.post('/charges', body))).toEqual(faults)
  })

  test('others see and close nothing of it, and nothing is closed without a charge', async () => {
    await billing.takeIn(1000, '2026-06-10')
    const { id } = await billing.draft('2026-06')
    expect((await billing.post(`/charges/${id}/close`)).body).toMatchObject({ code: 'in_use' })
    for (const path of [
      `/charges/${id}`,
      `/charges/${id}/statement.pdf`,
      `/charges/${id}/accounts?program=xero`,
    ])
      expect((await billing.farm.as('owner').get(`${base}${path}`)).status).toBe(404)
    expect((await billing.merchant.as('operator').post(`${base}/charges/${id}/close`, {})).status).toBe(403)
  })

  test('is a paper with a number, and a table in the columns of each program', async () => {
    const { tariff, takeIn, draft, close, manager } = billing
    await tariff({ vatCode: 'T1' })
    await takeIn(20_000, '2026-06-05')
    const { id } = await draft('2026-06')
    const at = (path: string) => manager().get(`${base}/charges/${id}${path}`)
    const preview = await at('/statement.pdf')
    expect(preview.status).toBe(200)
    expect((await at('/accounts?program=xero')).body).toMatchObject({ code: 'in_use' })
    await takeIn(5000, '2026-06-25')
    await close(id)
    const { headers } = await at('/statement.pdf')
    expect(headers['content-disposition']).toContain('Hill-Farm-2026-06-01-2026-06-30.pdf')
    const { docs } = ok(await manager().get(`${base}/papers?kind=charges`))
    expect(docs).toMatchObject([{ subject: `charges:${id}`, number: '1', prints: 1, isNewest: true }])
    const cells = async (program: string, more = '') => {
      const answer = await at(`/accounts?program=${program}&account=4100&customerAccount=10001${more}`)
      const delimiter = program === 'datev' ? ';' : ','
      return parse(String(answer.body), { bom: true, delimiter, relax_column_count: true })
    }
    const xero = await cells('xero')
    expect(xero[0]?.join()).toBe(
      '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,' +
        'Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,' +
        'TrackingName2,TrackingOption2,Currency,BrandingTheme',
    )
    expect(xero[1]?.join('|')).toBe(
      'Hill Farm||||||||||1||14/08/2026|13/09/2026||Taking in, Wheat, 2026-06: 25 t × 1.85|1|46.25||4100|T1|||||GBP|',
    )
    const sage = await cells('sage')
    expect(sage[0]?.join()).toBe(
      'Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount,Exchange Rate,Extra Reference,' +
        'User Name,Project Refn,Cost Code Refn',
    )
    expect(sage[2]?.join('|')).toBe(
      'SI|10001|4100||14/08/2026|1|Storage, Wheat, 2026-06: 320 t × days / 7 × 0.35|16.00|T1|0.00||GBP|||',
    )
    const quickbooks = await cells('quickbooks')
    expect(quickbooks[0]?.join()).toBe(
      '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,' +
        'ItemTaxCode,ItemTaxAmount,Currency,Service Date',
    )
    expect(quickbooks[1]?.slice(9, 15)).toEqual(['1', '46.25', '46.25', 'T1', '', 'GBP'])
    const [head, names, first] = await cells('datev')
    expect(head?.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13'])
    expect(head).toHaveLength(31)
    expect(names?.join(';')).toBe(
      'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);' +
        'BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext',
    )
    expect(first?.join(';')).toBe(
      '46,25;S;GBP;;;;10001;4100;T1;1408;1;;;Taking in, Wheat, 2026-06: 25 t × 1.85',
    )
  })
})
