import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import path from 'node:path'
import { renderUnicodeCompact } from 'uqr'
import { isIP } from 'node:net'
import { readConfig, type Config } from '../../config.ts'
import { makeDirectory } from '../../db/directory-lock.ts'
import { message } from '../../words/catalogue.ts'
import { command, CommandRefused, say } from '../command.ts'
import { ensureDataDirectory, ensureMine } from '../with-database.ts'
import {
  CERTIFICATE_DAYS,
  isLocalAddress,
  makeAuthority,
  makeCertificate,
  speaksFor,
  type Identity,
} from './certificate.ts'
import { AUTHORITY_FILE } from './files.ts'

const NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/
const DAY_MS = 86_400_000
const OWNER_ONLY = 0o600
const EVERYBODY = 0o644

export const initTlsCommand = command(
  {
    name: 'tls init',
    summary: message('summaryOfTlsInit', {}),
    usage: '[--names <names>]',
    help: message('helpOfTlsInit', {}),
    options: { names: { type: 'string' } },
  },
  async ({ names }) => {
    const config = readConfig()
    ensureMine(config, { isCommand: true })
    ensureDataDirectory(config)
    const all = [...new Set([...namesGiven(names), ...namesHere()])]
    const folder = path.join(config.dataDir, 'tls')
    makeDirectory(folder)
    const now = new Date()
    const kept = readAuthority(folder)
    const isGood =
      kept &&
      endOf(kept.certificate) > now.getTime() + CERTIFICATE_DAYS * DAY_MS &&
      speaksFor(kept.certificate, all)
    const authority = isGood
      ? kept
      : writeAuthority(folder, makeAuthority(`Granary at ${hostname()}`, all, now))
    const { certificate, key } = makeCertificate(authority, all, now)
    replaceFile(path.join(folder, 'granary-key.pem'), pemOf(key), OWNER_ONLY)
    replaceFile(path.join(folder, 'granary.crt'), certificate.toString(), EVERYBODY)
    if (kept && !isGood) say(message('authorityIsNew', {}))
    explain(config, folder, { authority: authority.certificate, certificate, names: all })
  },
)

const endOf = ({ validTo }: X509Certificate) => Date.parse(validTo)

/** Puts a file in the place of another in one go: a service that starts meanwhile finds the one or the other. */
function replaceFile(file: string, text: string, mode: number): void {
  writeFileSync(`${file}.new`, text, { mode })
  renameSync(`${file}.new`, file)
}

/** @throws CommandRefused */
function namesGiven(text = ''): string[] {
  const names = text.split(',').flatMap((each) => each.trim().toLowerCase() || [])
  const wrong = names.filter((each) => isIP(each) === 0 && !NAME.test(each))
  if (wrong.length > 0) throw new CommandRefused(message('machineNamesAreWrong', { names: wrong }))
  return names
}

/** Lists this machine's names, and its addresses at home. Those of the internet are for a proxy with a public certificate. */
function namesHere(): string[] {
  const host = hostname().toLowerCase()
  const names = NAME.test(host) ? [host, ...(host.includes('.') ? [] : [`${host}.local`])] : []
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address }) => address)
    .filter((address) => isLocalAddress(address) && !address.startsWith('fe80:'))
  return [...addresses.filter((each) => !isLoopback(each)), ...names, 'localhost', '127.0.0.1', '::1']
}

const isLoopback = (address: string) => address.startsWith('127.') || address === '::1'

const pemOf = (key: Identity['key']) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

function readAuthority(folder: string): Identity | undefined {
  const [certificate, key] = [path.join(folder, AUTHORITY_FILE), path.join(folder, 'authority-key.pem')]
  if (!existsSync(certificate) || !existsSync(key)) return undefined
  return {
    certificate: new X509Certificate(readFileSync(certificate)),
    key: createPrivateKey(readFileSync(key)),
  }
}

function writeAuthority(folder: string, authority: Identity): Identity {
  replaceFile(path.join(folder, 'authority-key.pem'), pemOf(authority.key), OWNER_ONLY)
  replaceFile(path.join(folder, AUTHORITY_FILE), authority.certificate.toString(), EVERYBODY)
  return authority
}

interface Made {
  authority: X509Certificate
  certificate: X509Certificate
  names: string[]
}

function explain({ port }: Config, folder: string, { authority, certificate, names }: Made): void {
  const shown = names.find((each) => !isLoopback(each) && each !== 'localhost') ?? 'localhost'
  const url = `https://${isIP(shown) === 6 ? `[${shown}]` : shown}:${port}`
  const authorityUrl = `${url}/${AUTHORITY_FILE}`
  say(
    message('certificateIsMade', {
      names,
      until: new Date(endOf(certificate)).toISOString().slice(0, 10),
      certFile: path.join(folder, 'granary.crt'),
      keyFile: path.join(folder, 'granary-key.pem'),
      url,
      authorityUrl,
      fingerprint: authority.fingerprint256,
      picture: renderUnicodeCompact(authorityUrl),
    }),
  )
}
