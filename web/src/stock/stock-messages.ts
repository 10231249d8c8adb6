import { defineMessages } from '../i18n/messages.ts'

/** Texts about stock that several screens share. */
export const stockMessages = defineMessages({
  en: {
    overdrawn: 'Short by plan on {day}',
    over_capacity: 'Over capacity on {day}',
    incompatible: 'Would be mixed on {day}',
    contract_exceeded: 'Beyond the contract on {day}',
    on_hold: 'Planned against a hold on {day}',
    conflictLoads: 'Load | Loads',
    empty: 'Empty',
    of: 'of {t} {stockUnit}',
    noLimitOf: 'no limit for {grain}',
    noLimit: 'no limit entered',
  },
  de: {
    overdrawn: 'Nach Plan zu wenig am {day}',
    over_capacity: 'Zu voll am {day}',
    incompatible: 'Würde vermischt am {day}',
    contract_exceeded: 'Über dem Vertrag am {day}',
    on_hold: 'Trotz Sperre geplant am {day}',
    conflictLoads: 'Fuhre | Fuhren',
    empty: 'Leer',
    of: 'von {t} {stockUnit}',
    noLimitOf: 'keine Grenze für {grain}',
    noLimit: 'keine Grenze eingetragen',
  },
  fr: {
    overdrawn: 'Manque prévu le {day}',
    over_capacity: 'Trop plein le {day}',
    incompatible: 'Serait mélangé le {day}',
    contract_exceeded: 'Au-delà du contrat le {day}',
    on_hold: 'Prévu malgré un blocage le {day}',
    conflictLoads: 'Camion | Camions',
    empty: 'Vide',
    of: 'sur {t} {stockUnit}',
    noLimitOf: 'pas de limite pour {grain}',
    noLimit: 'pas de limite saisie',
  },
})
