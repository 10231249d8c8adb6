import { createServer } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider'

/** Somebody at a provider. */
export interface ProviderAccount {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}

/** Changes an ID token before it is answered: its claims, or the algorithm `none`. */
type Tamper = (claims: JWTPayload) => { claims?: JWTPayload; isUnsigned?: boolean; isForged?: boolean }

export type TestProvider = Awaited<ReturnType<typeof openProvider>>

const CLIENT: ClientMetadata = {
  client_id: 'granary',
  client_secret: 'a secret of the provider',
  token_endpoint_auth_method: 'client_secret_post',
}

/** Whoever is there has agreed to everything. */
const CONFIGURATION: Configuration = {
  cookies: { keys: ['for tests'] },
  conformIdTokenClaims: false,
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups'],
  },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: 'granary' })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
}

/** A real OpenID Connect provider on this machine, in which whoever is `current` signs in without being asked. */
export async function openProvider(redirectUris: string[]) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const { privateKey: forgedKey } = await generateKeyPair('RS256')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Whoever makes one for a single request leaves it to the end of the process.
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider got no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const accounts = new Map<string, ProviderAccount>()
  let tamper: Tamper | undefined
  let current = ''
  let isRefusing = false
  const provider = new Provider(issuer, {
    ...CONFIGURATION,
    clients: [{ ...CLIENT, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
  })
  provider.use(async (ctx, next) => {
    await next()
    const answer = ctx.body as { id_token?: string } | undefined
    if (ctx.path !== '/token' || !answer?.id_token || !tamper) return
    const before = decodeJwt(answer.id_token)
    const { claims = before, isUnsigned, isForged } = tamper(before)
    answer.id_token = isUnsigned
      ? new UnsecuredJWT(claims).encode()
      : await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
          .sign(isForged ? forgedKey : privateKey)
  })
  const serve = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response)
    const outcome = isRefusing ? { error: 'access_denied' } : { login: { accountId: current } }
    void provider.interactionFinished(request, response, outcome)
  })
  return {
    issuer,
    /** Who signs in from now on, and what is done to their token. */
    become(id: string, account: ProviderAccount, change?: Tamper) {
      current = id
      accounts.set(id, account)
      tamper = change
      isRefusing = false
    },
    /** Lets nobody in from now on. */
    refuse() {
      isRefusing = true
    },
    /** Goes where a browser is sent, up to the redirect URI. @returns what it brings back */
    async follow(url: string): Promise<Record<string, string>> {
      const cookies = new Map<string, string>()
      for (let next = url, steps = 0; steps < 8; steps += 1) {
        if (!next.startsWith(issuer)) return Object.fromEntries(new URL(next).searchParams)
        const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        const answer = await fetch(next, { redirect: 'manual', headers })
        for (const set of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=', 2)
          cookies.set(name, value)
        }
        next = new URL(answer.headers.get('location') ?? `about:${answer.status}`, next).href
      }
      throw new Error('the provider sends the browser round and round')
    },
    close: () => void server.close(),
  }
}
