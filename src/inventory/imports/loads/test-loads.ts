import type { Answer, Client, TestApp } from '../../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../../test/factories.ts'
import { ok } from '../../../../test/scene.ts'
import { imported } from '../test-imports.ts'

// A farm that load sheets are sent for, for tests.

export const loads = 'inventory/loads'
export const create = `${loads}?create=partners`

/** A row of a result. */
export interface Row {
  rows: string
  status: string
  code?: string
  id: string
  message: string[]
  warnings: string[]
  problems: { column: string; reason: string; code?: string }[]
  understood: Record<string, string | number>
}

/** Rows in short: what each was taken for, or why it was refused. */
export function told({ results }: Answer['body']): string[] {
  return results.map(({ rows, status, code, problems, understood: its }: Row) => {
    if (status === 'validation')
      return `${rows} ${problems.map(({ column, code: why }) => `${column} ${why}`).join(', ')}`
    if (status === 'error') return `${rows} ${code}`
    if (status === 'left_out') return `${rows} left out`
    return `${rows} ${status} ${its['movement']} ${its['from']} → ${its['to']} ${its['weightKilograms']} ${its['commodity']} ${its['harvestYear']}`
  })
}

/** All movements that are not deleted, the latest last. */
export async function movementsOf(client: Client): Promise<Answer['body'][]> {
  return ok(await client.get('/api/inventory/movements?limit=200&sortBy=movementDateISO')).docs
}

/** A farm with two stores and three bays, and wheat of 2026 in two fields. */
export async function makeLoadFarm(service: TestApp): Promise<{ farm: TestOrganisation; manager: Client }> {
  const farm = await makeOrganisation(service)
  const manager = farm.as('manager')
  await imported(manager, 'stores', 'Store,Bay\nBarn,Bay 1\nBarn,Bay 2\nShed,Floor\n')
  await imported(manager, 'fields', 'Field,Area (ha)\nTop,10\nHill,5\n')
  await imported(
    manager,
    'inventory/fields',
    'Field,Commodity,Variety,Harvest year,Planted\nTop,Winter wheat,Skyfall,2026,01/10/2025\nHill,Winter wheat,Skyfall,2026,01/10/2025\n',
  )
  return { farm, manager }
}

/** A load of each kind, the last of them first. */
export const sheet = `Date,Time,Ticket,Gross (kg),Tare (kg),Net (kg),Field,Store,Bay,To store,To bay,Sender,Receiver,Commodity,Harvest year,Moisture (%),Lorry,Driver,Contract
2026-08-13,16:00,O1,42000,14000,28000,,Barn,Bay 2,,,,Valley Mill,,,,AB12 CDE,Sam,C-77
2026-08-12,09:05,H1,30460,12000,18460,Top,Barn,Bay 1,,,,,,,14.6,TR 1,Kim,
2026-08-12,15:00,I1,,,24540,,Barn,Bay 1,,,Hill Farm,,Winter wheat,2026,14.2,XY98 ZZZ,Bo,
2026-08-13,08:00,M1,,,30000,,Barn,Bay 1,Barn,Bay 2,,,,,,,,
`
