import type { Language } from '../../http/serve/preferred-language.ts'

/** How a paper writes figures and dates, in its language and on the farm's clock. */
export interface Formats {
  /** Kilograms with their unit, to the gram where there are grams. */
  kg: (kilograms: number) => string
  /** The same without the unit, for columns. */
  figure: (kilograms: number) => string
  /** With its sign, for columns. */
  signed: (kilograms: number) => string
  /** Of a share in per cent, which has three decimals. */
  percent: (share: number) => string
  day: (iso: string) => string
  moment: (iso: string) => string
}

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** @param timeZone the organisation's, an IANA name */
export function formatsIn(language: Language, timeZone: string): Formats {
  const locale = locales[language]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 3, signDisplay: 'exceptZero' })
  const day = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric' })
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const figure = (kilograms: number) => printable(number.format(kilograms))
  const dayOf = (iso: string) => (iso === '' ? '' : printable(day.format(new Date(iso))))
  return {
    figure,
    kg: (kilograms) => `${figure(kilograms)} kg`,
    signed: (kilograms) => printable(signed.format(kilograms)),
    percent: (share) => `${printable(number.format(share))} %`,
    day: dayOf,
    moment: (iso) => (iso === '' ? '' : `${dayOf(iso)}, ${time.format(new Date(iso))}`),
  }
}

/** The face has no narrow blanks that do not break; it has the ordinary one. */
function printable(text: string): string {
  return text.replace(/[\u202f\u2009]/g, '\u00a0')
}
