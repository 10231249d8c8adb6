import { defineMessages } from '../../i18n/messages.ts'

/** Texts of what the deliveries under a contract are worth. */
export const deliveriesMessages = defineMessages({
  en: {
    title: 'Value of deliveries',
    hint: 'As information for an invoice or a self-billed invoice. Without VAT; each line is rounded once.',
    noPrice: 'No price is fixed yet, so there is nothing to work out.',
    from: 'From',
    to: 'To',
    total: 'Total',
    lines: '{n} load | {n} loads',
    loading: 'weighed where it was loaded',
    unloading: 'weighed where it was unloaded',
    provisional: 'our weight, until theirs is known',
    ofAllowance: '{name} {value}: {money}',
    at: '{money} × {weight}',
    notMeasured: '{name} not measured',
    unmeasured:
      '1 load has no {names}: what that would change is not in the amount. | {n} loads have no {names}: what that would change is not in the amount.',
    quality: 'The contract goes by their analysis: ours stands in for it.',
  },
  de: {
    title: 'Wert der Lieferungen',
    hint: 'Als Grundlage für eine Rechnung oder Gutschrift. Ohne Umsatzsteuer; jede Zeile ist einmal gerundet.',
    noPrice: 'Noch ist kein Preis festgelegt, daher lässt sich nichts ausrechnen.',
    from: 'Von',
    to: 'Bis',
    total: 'Summe',
    lines: '{n} Fuhre | {n} Fuhren',
    loading: 'gewogen bei der Beladung',
    unloading: 'gewogen bei der Entladung',
    provisional: 'unser Gewicht, bis ihres bekannt ist',
    ofAllowance: '{name} {value}: {money}',
    at: '{money} × {weight}',
    notMeasured: '{name} nicht gemessen',
    unmeasured:
      'Bei 1 Fuhre fehlt {names}: Was das ändern würde, ist nicht im Betrag. | Bei {n} Fuhren fehlt {names}: Was das ändern würde, ist nicht im Betrag.',
    quality: 'Nach dem Kontrakt gilt ihre Analyse: Unsere steht dafür.',
  },
  fr: {
    title: 'Valeur des livraisons',
    hint: 'Comme base d’une facture ou d’une autofacture. Hors TVA ; chaque ligne est arrondie une fois.',
    noPrice: 'Aucun prix n’est encore fixé : il n’y a rien à calculer.',
    from: 'Du',
    to: 'Au',
    total: 'Total',
    lines: '{n} chargement | {n} chargements',
    loading: 'pesé au chargement',
    unloading: 'pesé au déchargement',
    provisional: 'notre poids, tant que le leur n’est pas connu',
    ofAllowance: '{name} {value} : {money}',
    at: '{money} × {weight}',
    notMeasured: '{name} non mesuré',
    unmeasured:
      '1 chargement est sans {names} : ce que cela changerait n’est pas dans le montant. | {n} chargements sont sans {names} : ce que cela changerait n’est pas dans le montant.',
    quality: 'Le contrat retient leur analyse : la nôtre en tient lieu.',
  },
})
