import type { Tariff } from '../api/operations.ts'
import { decimalText, moneyText } from '../i18n/money-text.ts'
import { useLanguage } from '../i18n/language.ts'
import { defineMessages, say, useMessages } from '../i18n/messages.ts'

export const rateMessages = defineMessages({
  en: {
    in: 'Taking in',
    out: 'Loading out',
    storage: 'Storage',
    drying: 'Drying',
    cleaning: 'Cleaning',
    sampling: 'Sampling',
    handling: 'Handling',
    minimum: 'Minimum a month',
    perTonne: '{money} a tonne',
    perTonneDay: '{money} a tonne and day',
    perTonneWeek: '{money} a tonne and week',
    perTonneMonth: '{money} a tonne and month',
    freeDays: '{n} day free | {n} days free',
    perPoint: '{money} a tonne and point above {base} %',
    perLoad: '{money} a load',
  },
  de: {
    in: 'Einlagern',
    out: 'Auslagern',
    storage: 'Lagern',
    drying: 'Trocknen',
    cleaning: 'Reinigen',
    sampling: 'Probenahme',
    handling: 'Umschlag',
    minimum: 'Mindestbetrag im Monat',
    perTonne: '{money} je Tonne',
    perTonneDay: '{money} je Tonne und Tag',
    perTonneWeek: '{money} je Tonne und Woche',
    perTonneMonth: '{money} je Tonne und Monat',
    freeDays: '{n} Tag frei | {n} Tage frei',
    perPoint: '{money} je Tonne und Punkt über {base} %',
    perLoad: '{money} je Fuhre',
  },
  fr: {
    in: 'Entrée en stock',
    out: 'Sortie de stock',
    storage: 'Stockage',
    drying: 'Séchage',
    cleaning: 'Nettoyage',
    sampling: 'Échantillonnage',
    handling: 'Manutention',
    minimum: 'Minimum par mois',
    perTonne: '{money} par tonne',
    perTonneDay: '{money} par tonne et jour',
    perTonneWeek: '{money} par tonne et semaine',
    perTonneMonth: '{money} par tonne et mois',
    freeDays: '{n} jour gratuit | {n} jours gratuits',
    perPoint: '{money} par tonne et point au-dessus de {base} %',
    perLoad: '{money} par chargement',
  },
})

/** Puts the rates of a tariff into words, with its minimum: name and what it is, each. */
export function useRateWords() {
  const m = useMessages(rateMessages)
  const language = useLanguage()
  return ({
    rates,
    currency,
    minimum,
  }: Pick<Tariff, 'rates' | 'currency' | 'minimum'>): [string, string][] => [
    ...rates.map(({ kind, rate, per, freeDays, base }): [string, string] => {
      // A rate may have more decimals than the currency has.
      const money = `${decimalText(rate, language, 2)} ${currency}`
      if (kind === 'in' || kind === 'out') return [m[kind], say(m.perTonne, { money })]
      if (kind === 'drying')
        return [m[kind], say(m.perPoint, { money, base: decimalText(String(base ?? 0), language) })]
      if (kind !== 'storage') return [m[kind], say(m.perLoad, { money })]
      const period = { day: m.perTonneDay, week: m.perTonneWeek, month: m.perTonneMonth }[per ?? 'day']
      const free = freeDays > 0 ? [say(m.freeDays, { n: freeDays })] : []
      return [m[kind], [say(period, { money }), ...free].join(', ')]
    }),
    ...(minimum === null
      ? []
      : [[m.minimum, moneyText(minimum, currency, language)] satisfies [string, string]]),
  ]
}
