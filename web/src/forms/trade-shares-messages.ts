import { defineMessages } from '../i18n/messages.ts'

/** Texts for a lorry on several contracts. */
export const tradeSharesMessages = defineMessages({
  en: {
    several: 'On several contracts',
    legend: 'The contracts of this lorry',
    part: 'Part {n}',
    weightOf: 'Weight of part {n}',
    none: 'No contract',
    left: '{t} {stockUnit} left',
    rest: 'The rest: {t} {stockUnit}',
    noRest: 'Nothing is left for this part.',
    more: 'Another contract',
    one: 'One contract only',
    restOn: '{t} {stockUnit} on {name}, the rest on {other}',
  },
  de: {
    several: 'Auf mehrere Kontrakte',
    legend: 'Die Kontrakte dieser Fuhre',
    part: 'Teil {n}',
    weightOf: 'Gewicht von Teil {n}',
    none: 'Kein Kontrakt',
    left: '{t} {stockUnit} offen',
    rest: 'Der Rest: {t} {stockUnit}',
    noRest: 'Für diesen Teil bleibt nichts.',
    more: 'Noch ein Kontrakt',
    one: 'Nur ein Kontrakt',
    restOn: '{t} {stockUnit} auf {name}, der Rest auf {other}',
  },
  fr: {
    several: 'Sur plusieurs contrats',
    legend: 'Les contrats de ce chargement',
    part: 'Partie {n}',
    weightOf: 'Poids de la partie {n}',
    none: 'Aucun contrat',
    left: 'reste {t} {stockUnit}',
    rest: 'Le reste : {t} {stockUnit}',
    noRest: 'Il ne reste rien pour cette partie.',
    more: 'Un autre contrat',
    one: 'Un seul contrat',
    restOn: '{t} {stockUnit} sur {name}, le reste sur {other}',
  },
})
