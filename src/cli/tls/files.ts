import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { ConfigRefused, type Config } from '../../config.ts'
import { message } from '../../words/catalogue.ts'
import { reasonWhyNot } from '../../system/why-not.ts'

/** Certificate and key for the service's TLS. */
export interface TlsFiles {
  /** The certificate, and those between it and its authority, as PEM. */
  cert: string
  key: string
  /** Until when the certificate is good. */
  until: Date
  /** The authority that `tls init` made, for phones to fetch. */
  authority: Buffer | undefined
}

/** The name of the authority's certificate, beside that of the server. */
export const AUTHORITY_FILE = 'authority.crt'

/**
 * Reads the files that TLS_CERT and TLS_KEY name; undefined where they are not set, and the service speaks plain HTTP.
 *
 * @throws ConfigRefused
 */
export function readTlsFiles({ tls }: Pick<Config, 'tls'>): TlsFiles | undefined {
  if (!tls) return undefined
  const [cert, key] = [read('TLS_CERT', tls.certFile), read('TLS_KEY', tls.keyFile)]
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const problem = message('certificateIsOfOtherKey', { cert: tls.certFile, key: tls.keyFile })
    throw new ConfigRefused([problem], { cause: error })
  }
  const authority = path.join(path.dirname(tls.certFile), AUTHORITY_FILE)
  return {
    cert,
    key,
    until: new Date(new X509Certificate(cert).validTo),
    authority: existsSync(authority) ? new X509Certificate(readFileSync(authority)).raw : undefined,
  }
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const said = message('isUnreadable', { file: `${name} ${file}`, reason: reasonWhyNot(error) })
    throw new ConfigRefused([said], { cause: error })
  }
}
