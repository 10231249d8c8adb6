import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { TrustedIssuer } from '../src/system/access/trusted-issuers.ts'

const AUDIENCE = 'granary-client'

/** An OpenID Connect issuer on this machine, for a service that trusts it. */
export async function openIssuer(): Promise<{
  trusted: TrustedIssuer
  token: (subject: string, now: Date) => Promise<string>
  /** How often its keys were asked for. */
  fetches: () => number
  close: () => void
}> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] })
  let fetches = 0
  const server = createServer((_request, response) => {
    fetches += 1
    response.end(keys)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the issuer got no port')
  const url = `http://127.0.0.1:${address.port}`
  return {
    trusted: { issuer: url, audience: AUDIENCE, jwksUri: `${url}/keys` },
    fetches: () => fetches,
    token: (subject, now) =>
      new SignJWT({ sub: subject })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setIssuer(url)
        .setAudience(AUDIENCE)
        .setExpirationTime(now.getTime() / 1000 + 300)
        .sign(privateKey),
    close: () => void server.close(),
  }
}
