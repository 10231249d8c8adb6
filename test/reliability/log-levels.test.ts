import { expect, inject, test } from 'vitest'
import { openTestDatabase, placeEmptyDatabase } from '../database.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, type Environment, type RunningProgram } from '../program.ts'

const PATIENCE = 120_000
const isOnServer = inject('databaseSource').engine === 'postgresql'

/** The lines of movements in a log. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    .filter(({ module }) => module === 'inventory/movements')

test(
  'what is logged changes in all processes within two seconds, and stays after a restart',
  { timeout: PATIENCE },
  async () => {
    const workplace = await makeWorkplace()
    await placeEmptyDatabase(workplace.dataDir)
    const database = isOnServer ? await openTestDatabase() : undefined
    const env: Environment = {
      LOG_LEVEL: 'warn',
      ...(database?.url ? { DATABASE_URL: database.url } : { DATA_DIR: workplace.dataDir }),
    }
    const where = { cwd: workplace.directory, env }
    const init = 'init --organisation Hill --country GB --email a@hill.example --json'.split(' ')
    const { password, apiKey } = JSON.parse((await run(init, where)).stdout)
    const start = () => Promise.all((isOnServer ? [1, 2] : [1]).map(() => serve(where)))
    const stop = async (programs: RunningProgram[]) => {
      for (const program of programs) program.kill('SIGTERM')
      for (const program of programs) expect(await program.ended).toMatchObject({ code: 0 })
    }
    const logged = async ({ url, stderr }: RunningProgram) => {
      await clientAt(url, { 'x-api-key': apiKey }).get('/api/inventory/movements')
      return linesOf(stderr()).length
    }
    const programs = await start()
    try {
      for (const program of programs) expect(await logged(program)).toBe(0)
      const [first] = programs
      const signedIn = await clientAt(first?.url ?? '', {}).post('/api/identity/sign-in', {
        email: 'a@hill.example',
        password,
      })
      const admin = clientAt(first?.url ?? '', { authorization: `Bearer ${signedIn.body.accessToken}` })
      const changed = await admin.put('/api/inventory/settings', {
        logging: { level: 'warn', filter: 'inventory/movements:info' },
      })
      expect(changed.status).toBe(200)
      const since = Date.now()
      for (const program of programs) {
        let count = 0
        while (count === 0 && Date.now() - since < 5000) count = await logged(program)
        expect(count).toBeGreaterThan(0)
      }
      expect(Date.now() - since).toBeLessThan(2500)
    } finally {
      await stop(programs)
    }
    const again = await serve(where)
    // What a process has written is not here at once.
    await expect.poll(() => logged(again)).toBeGreaterThan(0)
    await stop([again])
    await database?.close()
    await workplace.remove()
  },
)
