import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'For whoever reads the mail of admin@ or postmaster@ of a domain. Nobody needs to be signed in for it.',
    figures: {
      code: 'It is good once, for a day. A later mail for the same domain ends the earlier one.',
      go: 'From then on the organisation’s provider signs in people with an address of this domain, and no other organisation’s does.',
    },
  },
  de: {
    about:
      'Für alle, die die Post von admin@ oder postmaster@ einer Domain lesen. Angemeldet sein muss dafür niemand.',
    figures: {
      code: 'Er gilt einmal und einen Tag lang. Eine spätere E-Mail für dieselbe Domain macht die frühere ungültig.',
      go: 'Von da an meldet der Anmeldedienst dieses Betriebs Personen mit einer Adresse dieser Domain an, und der keines anderen.',
    },
  },
  fr: {
    about:
      'Pour qui lit le courrier de admin@ ou postmaster@ d’un domaine. Il n’est pas nécessaire d’être connecté.',
    figures: {
      code: 'Il sert une fois, pendant un jour. Un message ultérieur pour le même domaine annule le précédent.',
      go: 'Dès lors, le fournisseur de cette organisation connecte les personnes ayant une adresse de ce domaine, et celui d’aucune autre.',
    },
  },
})
