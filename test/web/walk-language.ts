import './page-globals.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import path from 'node:path'
import { METRIC } from '../../web/src/api/units.ts'
import { placeUnits, unitNames } from '../../web/src/i18n/units.ts'
import { watch, type WatchedPage } from './browser.ts'
import { newContext } from './chromium.ts'
import type { ServedConsole } from './service.ts'

// An office that reads another language than English: its pages, and how a walk finds what it presses there.

/** Where a walk goes, and what it may ask. */
export interface Office {
  page: Page
  served: ServedConsole
  /** What sets the names of this walk apart from those of the other width. */
  mark: string
  /** Another device of the same kind, on which nobody is signed in. */
  another: () => Promise<BrowserContext>
  /** Says what the browser complains of where that belongs to the walk, such as a refusal. */
  expects: (fault: RegExp) => void
}

export type Walk = (office: Office) => Promise<void>

/** What the page says, by the name of the message, in tonnes where it goes by the unit of stock. */
export type Words = (name: string) => string

/** What a walk reads and types that no message of the page has: names of the catalogue, days, and what the service says. */
const languages = {
  de: {
    locale: 'de-DE',
    country: 'Deutschland',
    wheat: 'Weizen',
    winterWheat: 'Weizen, Winter',
    gradedWheat: 'Weizen, Winter, Group 1',
    barley: 'Gerste',
    moisture: 'Feuchte',
    dryingLoss: 'Trocknungsverlust',
    pests: 'Schädlingsfraß',
    shortWeight: 'Mindermenge',
    cleaned: 'Gereinigt',
    lastOfJune: 'So., 30. Juni 2030',
    colleague: 'kollege',
    settlementHeads: 'Lieferschein;Datum;Kennzeichen;Netto (kg)',
    ticket: 'Wiegeschein',
    recall: 'Rückrufblatt',
    mayNotMix: 'darf nicht mit',
    stillToCut: 'Noch zu dreschen auf',
  },
  fr: {
    locale: 'fr-FR',
    country: 'France',
    wheat: 'Blé',
    winterWheat: 'Blé, Hiver',
    gradedWheat: 'Blé, Hiver, Group 1',
    barley: 'Orge',
    moisture: 'Humidité',
    dryingLoss: 'Perte au séchage',
    pests: 'Dégâts de nuisibles',
    shortWeight: 'Livraison incomplète',
    cleaned: 'Nettoyé',
    lastOfJune: 'dim. 30 juin 2030',
    colleague: 'collègue',
    settlementHeads: 'Bon de livraison;Date;Immatriculation;Net (kg)',
    ticket: 'Bon de pesée',
    recall: 'Fiche de rappel',
    mayNotMix: 'ne doit pas être mélangé',
    stillToCut: 'Reste à couper sur',
  },
}

export type WalkLanguage = keyof typeof languages

let walked: WalkLanguage = 'de'

/** From here on, walks read the page in this language. */
export function walkIn(language: WalkLanguage): void {
  walked = language
}

/** A word that no message of the page has, in the language of the walk. */
export const native = (name: keyof (typeof languages)['de']): string => languages[walked][name]

/** A figure as the language of the walk writes it, such as `28.460`. */
export const figure = (value: number, digits?: number) =>
  value.toLocaleString(native('locale'), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits ?? 3,
  })

const PAGE = path.join(import.meta.dirname, '../../web/src')

/**
 * The words of a file of messages, in the language of the walk that asks.
 *
 * @example const blend = await wordsOf('screens/blend/messages.ts')
 */
export async function wordsOf(file: string, exported = 'messages'): Promise<Words> {
  const {
    [exported]: all,
  }: Record<string, Record<WalkLanguage, Record<string, string>>> = await import(path.join(PAGE, file))
  if (!all) throw new Error(`${file} has no messages of the name ${exported}`)
  return (name) => {
    const words = all[walked][name]
    if (words === undefined) throw new Error(`${file} has no message ${name}`)
    return placeUnits(words, unitNames(METRIC, walked.toUpperCase()))
  }
}

/** A message with these values in their places. */
export const told = (words: string, values: Record<string, string | number>) =>
  words.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** A sentence with figures or names in it, in any of its forms, as a pattern. */
export const sentence = (words: string) =>
  new RegExp(
    words
      .split(' | ')
      .map((form) => form.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+'))
      .join('|'),
  )

/** Presses the first button of that name. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

/** A device that is set to the language of the walk, of this width. */
export async function deviceOf(
  browser: Browser,
  url: string,
  { isPhone, width }: { isPhone: boolean; width: number },
): Promise<BrowserContext> {
  const context = await newContext(browser, url, { isPhone })
  await context.addInitScript(`localStorage.setItem('granary.language', '${walked}')`)
  context.on('page', (page) => {
    if (!isPhone) void page.setViewportSize({ width, height: 768 })
  })
  return context
}

/** The device has nothing of the walk before: no answer that was read, nothing typed, no ticket. Who is signed in stays. */
export async function forgetAll(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(`new Promise((done, failed) => {
    const gone = indexedDB.deleteDatabase('granary')
    gone.onsuccess = done
    gone.onerror = failed
  })`)
}

/** Signs the owner in, in the language of the walk. */
export async function comeIn(
  context: BrowserContext,
  { url, owner }: Pick<ServedConsole, 'url' | 'owner'>,
): Promise<WatchedPage> {
  const words = await wordsOf('ui/sign-in-messages.ts', 'signInMessages')
  const watched = watch(context, await context.newPage(), url)
  const { page } = watched
  await page.goto('/')
  await page.getByLabel(words('email')).fill(owner.email)
  await page.getByLabel(words('password'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: words('signIn') }).click()
  await page.locator('#content').waitFor()
  return watched
}
