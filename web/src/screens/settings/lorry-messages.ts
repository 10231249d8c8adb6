import { defineMessages } from '../../i18n/messages.ts'

export const lorryMessages = defineMessages({
  en: {
    usualFullWeight: 'A full lorry weighs at most',
    usualNetWeight: 'and carries at most',
    hint: 'Where a lorry weighs more, the weighbridge asks once. Above 200 t nothing is taken.',
  },
  de: {
    usualFullWeight: 'Ein voller Lastwagen wiegt höchstens',
    usualNetWeight: 'und lädt höchstens',
    hint: 'Wiegt ein Lastwagen mehr, fragt die Waage einmal nach. Über 200 t wird nichts angenommen.',
  },
  fr: {
    usualFullWeight: 'Un camion chargé pèse au plus',
    usualNetWeight: 'et porte au plus',
    hint: 'Si un camion pèse plus, le pont-bascule le demande une fois. Au-delà de 200 t, rien n’est accepté.',
  },
})
