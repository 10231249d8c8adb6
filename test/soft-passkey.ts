import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

// A passkey in memory, for tests of the service: what a browser and its device make together (WebAuthn, level 3).

interface Asked {
  challenge: string
  origin: string
}

/** What a test can have the device do wrong or otherwise. */
interface Oddities {
  /** Whether the device was unlocked. */
  isVerified?: boolean
  /** The host that the device signs for; that of the origin if left out. */
  host?: string
  type?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A device with one passkey. */
export class SoftPasskey {
  readonly id = randomBytes(32)
  counter = 0
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  readonly #isCounting: boolean

  constructor({ isCounting = false } = {}) {
    this.#isCounting = isCounting
  }

  /** What the browser answers when the passkey is made. */
  register(asked: Asked, odd: Oddities = {}) {
    const attested = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, this.#coseKey()])
    const data = Buffer.concat([this.#authenticatorData(asked, odd, HAS_CREDENTIAL), attested])
    // A map of three: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(data),
    ])
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData(asked, odd.type ?? 'webauthn.create').toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal'],
    }
  }

  /** What the browser answers when the passkey is used. */
  sign(asked: Asked, odd: Oddities = {}) {
    if (this.#isCounting) this.counter += 1
    const data = this.#authenticatorData(asked, odd, 0)
    const client = clientData(asked, odd.type ?? 'webauthn.get')
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    }
  }

  #authenticatorData({ origin }: Asked, { isVerified = true, host }: Oddities, flags: number): Buffer {
    const hash = createHash('sha256')
      .update(host ?? new URL(origin).hostname)
      .digest()
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    return Buffer.concat([
      hash,
      Buffer.from([USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags]),
      count,
    ])
  }

  /** ES256 on P-256, as a map of CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
  }
}

function clientData({ challenge, origin }: Asked, type: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16BE(value)
  return buffer
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  const length =
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.concat([Buffer.from([0x59]), uint16(value.length)])
  return Buffer.concat([length, value])
}
