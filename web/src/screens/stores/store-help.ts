import { defineHelp } from '../../ui/help.ts'
import { storePageMessages } from './store-messages.ts'

export const help = defineHelp(storePageMessages, {
  en: {
    about: 'One store bay by bay: what lies there, what is planned, what was counted and noted.',
    figures: {
      lies: 'The weight by the book: all that came in, less all that left and was lost, to the {kg:kilogram|lb:pound}.',
      plan: 'What will lie here after each planned movement; a line above the limit is too much.',
      counts:
        'What somebody found by counting. The difference from the book is a loss or a gain from that moment.',
      capacities: 'How much of a grain the bay takes. It warns and refuses nothing.',
      where:
        'Found by a name, a postcode, coordinates, three words or this device, or entered by hand. The form says how exact it is.',
      units:
        'The parts of the organisation that the store belongs to. Many stores are put under one on the list of stores.',
    },
  },
  de: {
    about: 'Ein Lager, Box für Box: was darin liegt, was geplant ist, was gezählt und notiert wurde.',
    figures: {
      lies: 'Das Gewicht laut Buch: alles, was kam, weniger alles, was ging und verloren ging, aufs {kg:Kilogramm|lb:Pfund}.',
      plan: 'Was nach jeder geplanten Bewegung hier liegt; eine Linie über der Grenze ist zu viel.',
      counts: 'Was jemand beim Zählen fand. Der Unterschied zum Buch ist von da an Verlust oder Zugang.',
      capacities: 'Wie viel von einer Frucht die Box fasst. Es warnt und lehnt nichts ab.',
      where:
        'Gefunden mit einem Namen, einer Postleitzahl, Koordinaten, drei Wörtern oder diesem Gerät, oder von Hand eingetragen. Das Formular sagt, wie genau es ist.',
      units:
        'Die Teile des Betriebs, zu denen das Lager gehört. Viele Lager ordnet man in der Liste der Lager zu.',
    },
  },
  fr: {
    about: 'Un silo, cellule par cellule : ce qui y est, ce qui est prévu, ce qui a été compté et noté.',
    figures: {
      lies: 'Le poids selon le registre : tout ce qui est entré, moins tout ce qui est sorti ou perdu, {kg:au kilogramme|lb:à la livre}.',
      plan: 'Ce qu’il y aura ici après chaque mouvement prévu ; une ligne au-dessus de la limite est de trop.',
      counts:
        'Ce que quelqu’un a trouvé en comptant. L’écart avec le registre est dès lors une perte ou un gain.',
      capacities: 'Combien d’un grain la cellule contient. Cela avertit et ne refuse rien.',
      where:
        'Trouvé par un nom, un code postal, des coordonnées, trois mots ou cet appareil, ou saisi à la main. Le formulaire dit si c’est exact.',
      units:
        'Les parties de l’organisation auxquelles le silo appartient. La liste des silos en rattache plusieurs à la fois.',
    },
  },
})
