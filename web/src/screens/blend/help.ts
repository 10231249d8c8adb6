import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'Try what comes of grain out of several bays before anything is tipped. All figures are the service’s: it does the movements, looks, and takes them back.',
    figures: {
      weight: 'The weight of each part.',
      share: 'The part as per cent of the whole.',
      blended: 'The mean by weight. A dash where not all of it was measured.',
      asked: 'The limit of the grade by its default specification. A contract may ask for something else.',
      owners: 'Whose grain it is, and how much of it.',
      contracts: 'The storage contracts that run then for grain of these owners.',
    },
  },
  de: {
    about:
      'Probieren, was aus Korn mehrerer Boxen wird, bevor gekippt wird. Alle Zahlen kommen vom Dienst: er bucht, sieht nach und nimmt es zurück.',
    figures: {
      weight: 'Das Gewicht jedes Teils.',
      share: 'Der Teil in Prozent des Ganzen.',
      blended: 'Das Mittel nach Gewicht. Ein Strich, wo nicht alles gemessen wurde.',
      asked: 'Die Grenze der Qualität nach der üblichen Vorgabe. Ein Vertrag kann anderes verlangen.',
      owners: 'Wem das Korn gehört, und wie viel davon.',
      contracts: 'Die Lagerverträge, die dann für Korn dieser Eigentümer laufen.',
    },
  },
  fr: {
    about:
      'Essayer ce que donne le grain de plusieurs cellules avant de vider. Tous les chiffres viennent du service : il fait les mouvements, regarde et les annule.',
    figures: {
      weight: 'Le poids de chaque part.',
      share: 'La part en pour cent du tout.',
      blended: 'La moyenne par poids. Un tiret si tout n’a pas été mesuré.',
      asked:
        'La limite de la qualité d’après la spécification usuelle. Un contrat peut demander autre chose.',
      owners: 'À qui est le grain, et combien.',
      contracts: 'Les contrats de stockage en cours alors pour ces propriétaires.',
    },
  },
})
