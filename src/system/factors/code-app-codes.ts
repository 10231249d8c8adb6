import { Secret, TOTP } from 'otpauth'

/** Seconds for which a code is shown (RFC 6238). */
const STEP_SECONDS = 30
/** Steps before and after that are taken too: clocks of telephones differ, and people type slowly. */
const WINDOW = 1
/** As many as RFC 4226 recommends, and as HMAC-SHA-1 gives. */
const SECRET_BYTES = 20

/** A new secret of a code app, in Base32, as people may type it. */
export function newCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that a code app reads, from a picture or by a touch: what every app takes, six digits each half minute by HMAC-SHA-1. */
export function codeAppAddress(secret: string, account: string): string {
  return appOf(secret, account).toString()
}

function appOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Granary',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })
}

/** The code that an app with this secret shows at a moment. */
export function codeAt(secret: string, moment: Date): string {
  return appOf(secret).generate({ timestamp: moment.getTime() })
}

/**
 * Finds the time step that a code is of, within half a minute before and after; undefined for a wrong one. It is kept with the app, so
 * that no code of it or of one before is taken again.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes, and throws where there are more of them than characters.
  if (!/^\d{6}$/.test(code)) return undefined
  const away = appOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return away === null ? undefined : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + away
}
