import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'What you may still sell: what lies there of yours, with what is to come and less what is reserved, planned to leave and sold. Press a figure to see what makes it.',
    figures: {
      stock: 'Of yours, with you and with others, now.',
      reserved: 'Kept for a sale in a bay or parcel. The sale’s open weight is less by it.',
      nowFree: 'Lies there less reserved.',
      lowest: 'The least that is free in any month ahead. Below zero you are short.',
      harvest: 'What harvest plans still expect, from the day on which the harvest year begins.',
      purchases: 'Left of purchases, in the month in which their window ends; without a window, later.',
      sales: 'Left of sales, in the month in which their window ends; without one, this month.',
      available: 'All that is there until the end of the month, less all that goes.',
    },
  },
  de: {
    about:
      'Was Sie noch verkaufen können: was von Ihnen da liegt und noch kommt, weniger was reserviert, zum Abgang geplant und verkauft ist. Ein Klick auf eine Zahl zeigt, woraus sie besteht.',
    figures: {
      stock: 'Eigene Ware, bei Ihnen und bei anderen, jetzt.',
      reserved:
        'In einer Box oder Partie für einen Verkauf gehalten. Um so viel weniger ist von ihm noch offen.',
      nowFree: 'Liegt da weniger reserviert.',
      lowest: 'Das Wenigste, was in einem der kommenden Monate frei ist. Unter null fehlt Ihnen Ware.',
      harvest: 'Was Erntepläne noch erwarten, ab dem Tag, an dem das Erntejahr beginnt.',
      purchases: 'Offen aus Einkäufen, im Monat, in dem ihr Zeitraum endet; ohne Zeitraum später.',
      sales: 'Offen aus Verkäufen, im Monat, in dem ihr Zeitraum endet; ohne Zeitraum in diesem.',
      available: 'Alles, was bis zum Ende des Monats da ist, weniger alles, was geht.',
    },
  },
  fr: {
    about:
      'Ce que vous pouvez encore vendre : ce qui est à vous en magasin et ce qui doit venir, moins ce qui est réservé, prévu en sortie et vendu. Appuyez sur un chiffre pour voir ce qui le compose.',
    figures: {
      stock: 'À vous, chez vous et chez d’autres, maintenant.',
      reserved:
        'Gardé pour une vente dans une cellule ou un lot. Ce qui reste à livrer de la vente en est diminué.',
      nowFree: 'En magasin moins réservé.',
      lowest: 'Le moins qui soit libre dans un des mois à venir. Sous zéro, il vous en manque.',
      harvest: 'Ce que les plans de récolte attendent encore, dès le jour où commence l’année de récolte.',
      purchases: 'Le reste des achats, dans le mois où finit leur période ; sans période, plus tard.',
      sales: 'Le reste des ventes, dans le mois où finit leur période ; sans période, ce mois-ci.',
      available: 'Tout ce qu’il y a jusqu’à la fin du mois, moins tout ce qui sort.',
    },
  },
})
