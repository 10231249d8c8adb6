import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:https'
import { hostname } from 'node:os'
import path from 'node:path'
import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { endOf, makeWorkplace, run, start, type Environment } from './program.ts'

/** What an HTTPS server answers to somebody who trusts this authority, or anybody at all. */
function get(
  url: string,
  ca?: string,
  host?: string,
): Promise<{ status: number | undefined; headers: object; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const trust = ca === undefined ? { rejectUnauthorized: false } : { ca }
    request(url, { ...trust, servername: 'localhost', ...(host && { headers: { host } }) }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

test(
  'tls init makes what the service then speaks HTTPS with, and keeps its authority',
  { timeout: 240_000 },
  async () => {
    const workplace = await makeWorkplace()
    const { directory: cwd, dataDir } = workplace
    const tls = (file: string) => path.join(dataDir, 'tls', file)
    const init = async (...rest: string[]) =>
      run(['tls', 'init', ...rest], { cwd, env: { DATA_DIR: dataDir } })
    try {
      const first = await init('--names', 'barn.example')
      expect([first.code, first.stderr]).toEqual([0, ''])
      const authority = readFileSync(tls('authority.crt'), 'utf8')
      expect(first.stdout).toContain(`TLS_CERT=${tls('granary.crt')}`)
      expect(first.stdout).toContain(new X509Certificate(authority).fingerprint256)
      expect(statSync(tls('granary-key.pem')).mode & 0o777).toBe(0o600)
      expect(statSync(tls('authority-key.pem')).mode & 0o777).toBe(0o600)
      const again = await init('--names', 'barn.example')
      expect(again.stdout).not.toContain('The authority is a new one')
      expect(readFileSync(tls('authority.crt'), 'utf8')).toBe(authority)
      expect((await init('--names', 'not a name')).stderr).toContain('--names')

      const env: Environment = {
        DATA_DIR: dataDir,
        TLS_CERT: tls('granary.crt'),
        TLS_KEY: tls('granary-key.pem'),
        ALLOWED_HOSTS: 'granary.internal',
      }
      const mixed = await run(['config', 'check'], {
        cwd,
        env: { ...env, TLS_KEY: tls('authority-key.pem') },
      })
      expect([mixed.code, mixed.stderr]).toEqual([1, expect.stringContaining('do not go together')])
      const child = start(['serve'], { cwd, env })
      const ended = endOf(child)
      try {
        const url = await new Promise<string>((resolve, reject) => {
          let said = ''
          child.stdout?.on('data', (chunk: Buffer) => {
            said += chunk.toString()
            const found = /Granary is at (https:\/\/127\.0\.0\.1:\d+);/.exec(said)?.[1]
            if (found) resolve(found)
          })
          void ended.then(({ stderr }) => reject(new Error(stderr)))
        })
        const page = await get(url, authority)
        expect(page.status).toBe(200)
        // Other programs on this machine are called localhost, too, and may have no TLS.
        expect(page.headers).not.toHaveProperty('strict-transport-security')
        const asked = ['barn.example', `${hostname()}.local`, 'granary.internal', 'evil.example']
        const answers = await Promise.all(asked.map((host) => get(`${url}/docs/`, authority, host)))
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 421])
        const fetched = await get(`${url}/authority.crt`)
        expect(fetched.headers).toMatchObject({ 'content-type': 'application/x-x509-ca-cert' })
        expect(new X509Certificate(fetched.body).fingerprint256).toBe(
          new X509Certificate(authority).fingerprint256,
        )
      } finally {
        child.kill('SIGTERM')
        await ended
      }
    } finally {
      await workplace.remove()
    }
  },
)
