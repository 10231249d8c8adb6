import './page-globals.ts'
import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SRC = path.join(import.meta.dirname, '../../web/src')

/** Words that both languages have, and names. Whatever else is the same in English has been forgotten. */
const LOANS = {
  de: 'Code Person Form Granary Webhook Webhooks Logo Name Installation Partner Organisation CSV Excel Region PDF Film Baud EPCIS JSON cwt Domain Domains Transport VendorDec NGR Version Schema PostgreSQL Protein',
  fr:
    'Code infestation Infestation fumigation Fumigation contamination Contamination dose Dose exceptions Exceptions Granary Webhook Webhooks Logo tonnes Tonnes Hectares Acres Stock Grain Date Notes Note Invitation Invitations ' +
    'Organisation Installation Cache gain Messages Message Questions Conversations CSV Excel Photo PDF Film Stable ' +
    'correction corrections part parts Ctrl EPCIS JSON cwt base Base Moment UTC Transport points VendorDec NGR Version PostgreSQL Total Type Hagberg',
}

type Texts = Record<string, string>

test.each(['de', 'fr'] as const)(
  'no text of the page is in English where it should be in %s',
  async (language) => {
    const files = globSync('**/*messages.ts', { cwd: SRC, exclude: ['i18n/**'] })
    const exported: Record<string, Partial<Record<'en' | 'de' | 'fr', Texts>>>[] = await Promise.all(
      files.map((file) => import(path.join(SRC, file))),
    )
    const loans = new Set(LOANS[language].split(' '))
    const forgotten = exported
      .flatMap((file) => Object.values(file))
      .flatMap(({ en = {}, [language]: theirs = {} }) =>
        Object.entries(en).filter(([name, text]) => theirs[name] === text),
      )
      .filter(([, text]) => wordsOf(text).some((word) => !loans.has(word)))
    expect(forgotten).toEqual([])
  },
)

const wordsOf = (text: string) => text.replaceAll(/\{[^}]*\}/g, '').match(/\p{L}{3,}/gu) ?? []
