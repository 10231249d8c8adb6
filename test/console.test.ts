import { expect, test } from 'vitest'
import { makeWorkplace, serve } from './program.ts'

test(
  'npm start serves the console at /, and prints the code to begin with',
  { timeout: 240_000 },
  async () => {
    const workplace = await makeWorkplace()
    const served = await serve({ cwd: workplace.directory, env: { DATA_DIR: workplace.dataDir } })
    try {
      await expect
        .poll(() => served.stdout())
        .toMatch(/one-time code (\w{4}(?:-\w{4}){6}):\n {2}http:\S+\/welcome#\1\n/)
      const page = await fetch(`${served.url}/`)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      const script = /<script type="module" crossorigin src="\.(\/assets\/[^"]+)"/.exec(
        await page.text(),
      )?.[1]
      const answer = await fetch(`${served.url}${script}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ])
    } finally {
      served.kill('SIGTERM')
      await served.ended
      await workplace.remove()
    }
  },
)
