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
