import { expect } from 'vitest'
import type { Answer, Client } from '../../../test/app.ts'

// Files to import, for tests.

export const base = '/api/inventory/imports'

/** Sends a file to an import. */
export function send(
  client: Client,
  kind: string,
  file: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(file)], { type: 'text/csv' }), 'farm.csv')
  return client.post(kind.startsWith('/') ? kind : `${base}/${kind}`, form, headers)
}

/** Sends a file that has to be taken; answers the result. */
export async function imported(client: Client, kind: string, file: string | Buffer): Promise<Answer['body']> {
  const { status, body } = await send(client, kind, file)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The rows of a result in short: `2 success Top Field`. */
export function said({
  results,
}: {
  results: { rows: string; status: string; reference: string }[]
}): string[] {
  return results.map(({ rows, status, reference }) => `${rows} ${status} ${reference}`)
}

interface Crop {
  name: string
  harvestYear: string
  commodity: { variety: string }
  harvest: { fieldName: string; area: number; harvestPlanId: string }
  planting: { expectedYield: number; plantingAtUTC: string; plantingAtDateType: string }
}

/** Every crop in short: `Top Skyfall 2027 10 ha 8500 kg/ha`. */
export async function cropsOf(client: Client): Promise<string[]> {
  const { body } = await client.get('/api/inventory/records?limit=200')
  const said = await Promise.all(
    body.docs.map(async ({ id }: { id: string }) => {
      const { body: crop }: { body: Crop } = await client.get(`/api/inventory/records/${id}`)
      const { commodity, harvestYear, harvest, planting } = crop
      return `${harvest.fieldName} ${commodity.variety} ${harvestYear} ${harvest.area} ha ${planting.expectedYield} kg/ha`
    }),
  )
  return said.sort()
}
