import { defineMessages } from '../../i18n/messages.ts'

export const lorryMessages = defineMessages({
  en: {
    usualFullWeight: 'A full lorry weighs at most',
    usualNetWeight: 'and carries at most',
    hint: 'Where a lorry weighs more, the weighbridge asks once. Above {kg:200 t|lb:440,924 lb} nothing is taken.',
  },
  de: {
    usualFullWeight: 'Ein voller Lastwagen wiegt höchstens',
    usualNetWeight: 'und lädt höchstens',
    hint: 'Wiegt ein Lastwagen mehr, fragt die Waage einmal nach. Über {kg:200 t|lb:440.924 lb} wird nichts angenommen.',
  },
  fr: {
    usualFullWeight: 'Un camion chargé pèse au plus',
    usualNetWeight: 'et porte au plus',
    hint: 'Si un camion pèse plus, le pont-bascule le demande une fois. Au-delà de {kg:200 t|lb:440 924 lb}, rien n’est accepté.',
  },
})
