import { expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { makeFarm } from '../../../test/farm.ts'

test('two kinds are not brought together into a bay that one of them has lain in before', async () => {
  const service = await shareTestApp()
  const farm = await makeFarm(service)
  const [first, second, third] = farm.bays
  const wheat = await farm.opening(second, 1000)
  const old = await farm.opening(third, 1000, { harvestYear: '2025' })
  const before = await farm.opening(first, 1000)
  await farm.move(before, 'mill-1', 1000, { movementDateISO: '2026-08-02' })
  service.clock.advance({ days: 20 })
  const answer = await farm.organisation.as('operator').post('/api/inventory/movements/bulk', {
    records: [
      { id: wheat, weight: 500 },
      { id: old, weight: 500 },
    ],
    movementDateISO: service.clock.now().toISOString(),
    destination: { storageId: farm.storeId, substorageId: first },
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
})
