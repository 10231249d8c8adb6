import { readFile } from 'node:fs/promises'
import { AwsClient } from 'aws4fetch'
import { MendableError } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

// Who the service is to a store of files: keys that stay, or keys that a role is given for a while.

/** Source of the keys. */
export type CredentialSource =
  | { kind: 'fixed'; accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined }
  /** A file with a token, which an orchestrator renews, is exchanged for keys: `AssumeRoleWithWebIdentity`. */
  | { kind: 'web-identity'; roleArn: string; tokenFile: string; stsUrl: string }
  /** An address on the machine gives keys to whoever may reach it, with a token in hand where it wants one. */
  | { kind: 'container'; url: string; token: string | undefined; tokenFile: string | undefined }

interface Keys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

const PATIENCE_MS = 10_000
/** Keys are renewed this long before they end: longer than any request takes. */
const RENEWED_BEFORE_MS = 5 * 60_000
/** After a failure, old keys that are still good do for so long. */
const AGAIN_MS = 30_000

/**
 * Gives a client that signs with keys that are good now. Keys of a role are fetched when the first request needs them, by one
 * for all that wait, and renewed before they end; while that fails, the old ones do until they end.
 *
 * @throws Error that says which source failed, and never a key
 */
export function openSigner(source: CredentialSource, region: string): () => Promise<AwsClient> {
  const clientWith = (keys: Keys) => new AwsClient({ ...keys, region, service: 's3', retries: 2 })
  if (source.kind === 'fixed') {
    const { accessKeyId, secretAccessKey, sessionToken } = source
    const client = clientWith({ accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) })
    return async () => client
  }
  let current: { client: AwsClient; endsAt: number; renewAt: number } | undefined
  let fetching: Promise<AwsClient> | undefined
  async function renew(): Promise<AwsClient> {
    try {
      const { endsAt, ...keys } = await fetchKeys(source)
      current = { client: clientWith(keys), endsAt, renewAt: endsAt - RENEWED_BEFORE_MS }
    } catch (error) {
      if (!current || current.endsAt <= Date.now()) throw error
      current.renewAt = Date.now() + AGAIN_MS
    }
    return current.client
  }
  return async () => {
    if (current && Date.now() < current.renewAt) return current.client
    fetching ??= renew().finally(() => (fetching = undefined))
    return fetching
  }
}

type RoleSource = Exclude<CredentialSource, { kind: 'fixed' }>

async function fetchKeys(source: CredentialSource): Promise<Keys & { endsAt: number }> {
  if (source.kind === 'fixed') throw new Error('keys that stay are not fetched')
  const answer = await (source.kind === 'container' ? askContainer(source) : askSts(source))
  const text = await answer.text()
  const { status } = answer
  // An answer that is no refusal may have keys in it.
  if (!answer.ok) {
    const id = source.kind === 'container' ? 'containerEndpointAnswered' : 'stsAnswered'
    throw new MendableError(message(id, { status, text: text.slice(0, 500) }))
  }
  const read = source.kind === 'container' ? readJson(text) : readXml(text)
  const [accessKeyId, secretAccessKey, sessionToken] = [
    read('AccessKeyId'),
    read('SecretAccessKey'),
    read('Token'),
  ]
  const endsAt = Date.parse(read('Expiration') ?? '')
  if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(endsAt))
    throw new MendableError(message('keysAreMissing', { status }))
  return { accessKeyId, secretAccessKey, sessionToken, endsAt }
}

async function askContainer({
  url,
  token,
  tokenFile,
}: RoleSource & { kind: 'container' }): Promise<Response> {
  const authorization = tokenFile === undefined ? token : await readToken(tokenFile)
  return fetch(url, {
    headers: authorization === undefined ? {} : { authorization },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

async function askSts({
  roleArn,
  tokenFile,
  stsUrl,
}: RoleSource & { kind: 'web-identity' }): Promise<Response> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'granary',
    WebIdentityToken: await readToken(tokenFile),
  })
  return fetch(stsUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
}

const readToken = async (file: string) => (await readFile(file, 'utf8')).trim()

type Read = (name: string) => string | undefined

function readJson(text: string): Read {
  const values = JSON.parse(text) as Record<string, unknown>
  return (name) => (typeof values[name] === 'string' ? values[name] : undefined)
}

/** Keys and tokens have no letters that XML would write otherwise. */
function readXml(text: string): Read {
  return (name) => new RegExp(`<(?:Session)?${name}>([^<]+)<`).exec(text)?.[1]
}
