import { expect, test } from 'vitest'
import { placeEmptyDatabase } from '../database.ts'
import { makeWorkplace, serve } from '../program.ts'
import { initialise } from './program.ts'

// The real program, killed while it imports.

const FIELDS = `Field,Area (ha)\n${Array.from({ length: 4000 }, (_each, index) => `Field ${index},${index % 30}`).join('\n')}\n`

test('an import that the server did not survive goes on when the file is sent again', async () => {
  const { directory, dataDir, remove } = await makeWorkplace()
  const where = { cwd: directory, env: { DATA_DIR: dataDir } }
  try {
    await placeEmptyDatabase(dataDir)
    const apiKey = await initialise(where.cwd, where.env)
    const post = async (url: string) => {
      const form = new FormData()
      form.append('file', new Blob([FIELDS]), 'farm.csv')
      const answer = await fetch(`${url}/api/inventory/imports/fields`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body: form,
      })
      return (await answer.json()) as { success: number; unchanged: number; results: { status: string }[] }
    }
    const countOn = async (url: string) => {
      const answer = await fetch(`${url}/api/inventory/storage?limit=1`, { headers: { 'x-api-key': apiKey } })
      return ((await answer.json()) as { totalDocs: number }).totalDocs
    }
    const first = await serve(where)
    const cutOff = post(first.url).catch(() => 'cut off')
    while ((await countOn(first.url)) === 0);
    first.kill('SIGKILL')
    expect(await cutOff).toBe('cut off')
    await first.ended

    const second = await serve(where)
    const stored = await countOn(second.url)
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThan(4000)
    expect(stored % 150, 'whole steps').toBe(0)
    const { success, unchanged, results } = await post(second.url)
    expect(success + unchanged).toBe(4000)
    expect(results[0]?.status).toBe('unchanged')
    expect(await countOn(second.url)).toBe(4000)
    second.kill('SIGTERM')
    await second.ended
  } finally {
    await remove()
  }
})
