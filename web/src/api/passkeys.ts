import type { FactorChallenge, PasskeyOptions } from './operations.ts'

// Passkeys, as browsers make and use them (WebAuthn). They speak bytes where the service speaks Base64url.

const ADDRESS = /^[\d.]+$|:/

/** True where the browser can have passkeys: over TLS or on this machine, under a name and not an address. */
export const hasPasskeys = (): boolean =>
  'credentials' in navigator && 'PublicKeyCredential' in globalThis && !ADDRESS.test(location.hostname)

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const padded = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(padded), (letter) => letter.codePointAt(0) ?? 0)
}

function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCodePoint(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

type Transports = AuthenticatorTransport[]

/** Has the person use a passkey. Undefined where they left it, or there is none for this. */
export async function signWithPasskey(asked: NonNullable<FactorChallenge['passkey']>) {
  const { challenge, allowCredentials, userVerification, rpId, timeout } = asked
  const got = await navigator.credentials
    .get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        timeout,
        userVerification,
        allowCredentials: allowCredentials.map(({ id, transports }) => ({
          type: 'public-key',
          id: bytesOf(id),
          transports: transports as Transports,
        })),
      },
    })
    .catch(() => null)
  if (!(got instanceof PublicKeyCredential) || !(got.response instanceof AuthenticatorAssertionResponse))
    return undefined
  const { clientDataJSON, authenticatorData, signature } = got.response
  return {
    id: got.id,
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Has the person make a passkey. Undefined where they left it, or the device has one already. */
export async function makePasskey({ passkey }: PasskeyOptions) {
  const { challenge, user, excludeCredentials, rp, pubKeyCredParams, timeout } = passkey
  const made = await navigator.credentials
    .create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp,
        user: { ...user, id: bytesOf(user.id) },
        pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
        timeout,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        excludeCredentials: excludeCredentials.map(({ id, transports }) => ({
          type: 'public-key',
          id: bytesOf(id),
          transports: transports as Transports,
        })),
      },
    })
    .catch(() => null)
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    return undefined
  const { clientDataJSON, attestationObject } = made.response
  const named = made.response.getTransports()
  return {
    id: made.id,
    clientDataJSON: textOf(clientDataJSON),
    attestationObject: textOf(attestationObject),
    transports: TRANSPORTS.filter((each) => named.includes(each)),
  }
}
