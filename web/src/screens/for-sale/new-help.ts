import { defineHelp } from '../../ui/help.ts'
import { offerMessages } from '../../forms/offer-messages.ts'

export const help = defineHelp(offerMessages, {
  en: {
    about:
      'One or several offers in one go: all of them are entered, or none. What is typed stays on this device until then.',
    figures: {
      weight: 'All that is for sale, sold or not. It becomes stock of its own, which lies in no bay.',
      soldWeight: 'What of it is sold already. More than there is may be sold: then it is short.',
      year: 'The harvest that it is of. The year is filled in by today and may be another, such as the next.',
    },
  },
  de: {
    about:
      'Ein oder mehrere Angebote auf einmal: Alle werden eingetragen, oder keines. Was getippt ist, bleibt bis dahin auf diesem Gerät.',
    figures: {
      weight:
        'Alles, was zu verkaufen ist, verkauft oder nicht. Es wird eigener Bestand, der in keiner Box liegt.',
      soldWeight: 'Was davon schon verkauft ist. Es darf mehr sein, als da ist: Dann ist es zu wenig.',
      year: 'Von welcher Ernte es ist. Das Jahr ist nach dem heutigen Tag eingesetzt und darf ein anderes sein, zum Beispiel das nächste.',
    },
  },
  fr: {
    about:
      'Une ou plusieurs offres d’un coup : toutes sont saisies, ou aucune. Ce qui est tapé reste sur cet appareil jusque-là.',
    figures: {
      weight: 'Tout ce qui est à vendre, vendu ou non. Cela devient du stock à part, dans aucune cellule.',
      soldWeight: 'Ce qui en est déjà vendu. On peut vendre plus qu’il n’y a : c’est alors à découvert.',
      year: 'De quelle récolte il est. L’année est mise d’après aujourd’hui et peut être une autre, comme la prochaine.',
    },
  },
})
