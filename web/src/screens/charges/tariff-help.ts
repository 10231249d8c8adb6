import { defineHelp } from '../../ui/help.ts'
import { tariffMessages } from './tariff-messages.ts'

export const help = defineHelp(tariffMessages, {
  en: {
    about:
      'What storing costs an owner from a day on. The storage contract’s goes before the partner’s, and that before everybody’s.',
    figures: {
      rates: 'Without VAT. Each is charged for the loads and days that it is of.',
      freeDays: 'So many days cost nothing, that of arrival included. What came first leaves first.',
      base: 'Each point of moisture above it is charged, to three decimals, by what was measured on arrival.',
    },
  },
  de: {
    about:
      'Was das Lagern einen Eigentümer ab einem Tag kostet. Der zum Lagervertrag geht dem des Partners vor, und dieser dem für alle.',
    figures: {
      rates: 'Ohne Mehrwertsteuer. Jeder wird für seine Fuhren und Tage berechnet.',
      freeDays: 'So viele Tage kosten nichts, der Tag der Ankunft mitgezählt. Was zuerst kam, geht zuerst.',
      base: 'Jeder Punkt Feuchte darüber wird berechnet, auf drei Stellen, nach der Messung bei der Ankunft.',
    },
  },
  fr: {
    about:
      'Ce que le stockage coûte à un propriétaire à partir d’un jour. Celui du contrat de stockage prime sur celui du partenaire, et celui-ci sur celui de tous.',
    figures: {
      rates: 'Hors TVA. Chacun est facturé pour ses chargements et ses jours.',
      freeDays:
        'Ces jours ne coûtent rien, celui de l’arrivée compris. Ce qui est arrivé d’abord part d’abord.',
      base: 'Chaque point d’humidité au-dessus est facturé, à trois décimales, d’après la mesure à l’arrivée.',
    },
  },
})
