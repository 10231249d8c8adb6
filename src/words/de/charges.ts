import type { ChargeKindName, ChargeUnitName, ScopeName } from '../charge-names.ts'
import type { charges as english } from '../en/charges.ts'
import type { SameAs } from '../writing.ts'

const KINDS: Record<ChargeKindName, string> = {
  in: 'Einlagern',
  out: 'Auslagern',
  storage: 'Lagern',
  drying: 'Trocknen',
  cleaning: 'Reinigen',
  sampling: 'Probenahme',
  handling: 'Umschlag',
  minimum: 'Bis zum Mindestbetrag des Monats',
}
const UNITS: Record<ChargeUnitName, string> = {
  t: 't',
  t_day: 't × Tage',
  t_point: 't × Punkte',
  load: 'Fuhren',
  month: 'Monat',
}
const SCOPES: Record<ScopeName, string> = {
  everybody: 'Alle',
  partner: 'Partner',
  contract: 'Lagervertrag',
}
const chargeOf = ({ kind, month, grain }: { kind: ChargeKindName; month: string; grain: string }) =>
  [KINDS[kind], grain, month].filter(Boolean).join(', ')

export const charges: SameAs<typeof english> = {
  tariffScopeName: ({ scope }) => SCOPES[scope],
  chargeStatusName: ({ status }) => ({ draft: 'Entwurf', closed: 'Geschlossen' })[status],
  chargeKindName: ({ kind }) => KINDS[kind],
  lastIsBeforeFirst: () => 'liegt vor dem Anfang',
  isNoCurrency: ({ code }) => `ist keine Währung nach ISO 4217: ${code}`,
  tariffHasOneSubject: () => 'steht nicht zusammen mit einem Partner: ein Tarif gilt für eines von beiden',
  tariffHasNoRate: () => 'wird gebraucht: ein Tarif hat einen Satz oder einen Mindestbetrag',
  tariffBeginsBeforeFormer: ({ day }, { date }) =>
    `liegt nicht nach dem ${date(day)}, an dem der letzte Tarif hier beginnt: ein Nachfolger beginnt später`,
  isNeededOfRate: ({ kind }) => `wird für den Satz „${KINDS[kind]}“ gebraucht`,
  isOfRateAlone: ({ kind }) => `gibt es nur beim Satz „${KINDS[kind]}“`,
  tariffIsBilled: () =>
    'Nach diesem Tarif wurde eine geschlossene Lagerabrechnung berechnet; er bleibt deshalb. Lassen Sie einen anderen nach ihm beginnen.',
  tariffIsFollowed: () =>
    'Auf diesen Tarif folgt ein anderer; er bleibt deshalb. Löschen Sie erst den späteren.',
  tariffWasDeleted: () => 'Der Tarif wurde gelöscht; der, den er beendet hatte, gilt weiter.',
  chargesAreOfOthers: () => 'ist Ihr eigener Betrieb; abgerechnet wird die Ware anderer',
  storesNothingHere: ({ given }) => `hatte noch nie Ware in Ihren Lagern: ${given}`,
  monthIsToCome: ({ month }) => `kommt erst noch: ${month}`,
  chargesAreTooLong: ({ most }) => `ist zu spät: eine Lagerabrechnung umfasst höchstens ${most} Monate`,
  monthsAreOnStatement: ({ number }) =>
    `Eine Lagerabrechnung dieses Eigentümers hat einen dieser Monate schon: ${number === '' ? 'ein Entwurf' : `Nummer ${number}`}. Was auf ihr fehlte, steht als Berichtigung auf der nächsten.`,
  monthIsNotOver: ({ month }) =>
    `Der Monat ${month} ist in Ihrer Zeitzone noch nicht vorbei. Schließen Sie die Lagerabrechnung danach.`,
  nothingIsCharged: () =>
    'In diesen Monaten ist nichts zu berechnen, also gibt es keine Lagerabrechnung zu schließen. Gibt es einen Tarif für diesen Eigentümer?',
  chargesAreClosed: () =>
    'Diese Lagerabrechnung ist geschlossen und bleibt, wie sie ist. Was sich seither geändert hat, steht als Berichtigung auf der nächsten.',
  chargesAreDraft: () =>
    'Diese Lagerabrechnung ist ein Entwurf, der sich noch ändern kann. Schließen Sie sie zuerst.',
  chargesWereDeleted: () => 'Der Entwurf wurde gelöscht; seine Monate sind frei für einen anderen.',
  chargeInAccounts: ({ quantity, unit, rate, divisor, ...of }) =>
    `${chargeOf(of)}: ${quantity.replace('.', ',')} ${UNITS[unit]}${divisor === 1 ? '' : ` / ${divisor}`} × ${rate.replace('.', ',')}`,
  correctionInAccounts: ({ number, ...of }) => `Berichtigung der Lagerabrechnung ${number}: ${chargeOf(of)}`,
}
