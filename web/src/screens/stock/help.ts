import { paperMessages } from '../../frame/paper-messages.ts'
import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

const names = {
  en: { ...messages.en, epcis: paperMessages.en.epcis },
  de: { ...messages.de, epcis: paperMessages.de.epcis },
  fr: { ...messages.fr, epcis: paperMessages.fr.epcis },
}

export const help = defineHelp(names, {
  en: {
    about:
      'One heap explained to the {kg:kilogram|lb:pound}: how it came to be, what it is made of, and where it went.',
    figures: {
      harvested: 'What came straight off your own fields.',
      cameIn: 'What came by loads from others or from other heaps of yours.',
      found: 'What counts found beyond the book.',
      lost: 'What counts, drying and cleaning took away.',
      sold: 'What left and was sold.',
      movedOn: 'What left for another heap or another place, and was not sold.',
      here: 'The sum of all of these: what lies here now.',
      share:
        'How much of the heap comes from a source, by weight. Grain in one bay is mixed, so each load out takes from all of it.',
      epcis:
        'The trace as a file that a buyer’s programs read: where it came from and where it went, as events of EPCIS 2.0.',
    },
  },
  de: {
    about:
      'Ein Haufen, erklärt aufs {kg:Kilogramm|lb:Pfund}: wie er entstand, woraus er besteht und wohin er ging.',
    figures: {
      harvested: 'Was unmittelbar von eigenen Feldern kam.',
      cameIn: 'Was in Fuhren von anderen oder aus anderen Haufen kam.',
      found: 'Was Zählungen mehr fanden als das Buch.',
      lost: 'Was Zählung, Trocknung und Reinigung nahmen.',
      sold: 'Was ging und verkauft wurde.',
      movedOn: 'Was in einen anderen Haufen oder an einen anderen Ort ging und nicht verkauft wurde.',
      here: 'Die Summe davon: was jetzt hier liegt.',
      share:
        'Wie viel des Haufens aus einer Herkunft ist, nach Gewicht. Korn in einer Box ist gemischt, also nimmt jede Fuhre von allem.',
      epcis:
        'Die Herkunft als Datei für Programme eines Käufers: woher es kam und wohin es ging, als Ereignisse von EPCIS 2.0.',
    },
  },
  fr: {
    about:
      'Un tas expliqué {kg:au kilogramme|lb:à la livre} : comment il s’est fait, de quoi il est fait, et où il est allé.',
    figures: {
      harvested: 'Ce qui est venu droit de vos champs.',
      cameIn: 'Ce qui est venu par camions d’autrui ou d’autres tas à vous.',
      found: 'Ce que les comptages ont trouvé en plus du registre.',
      lost: 'Ce que comptages, séchage et nettoyage ont enlevé.',
      sold: 'Ce qui est parti et a été vendu.',
      movedOn: 'Ce qui est parti vers un autre tas ou un autre lieu sans être vendu.',
      here: 'La somme de tout cela : ce qu’il y a ici maintenant.',
      share:
        'Quelle part du tas vient d’une origine, en poids. Le grain d’une cellule est mélangé : chaque sortie prend de tout.',
      epcis:
        'La traçabilité en fichier pour les programmes d’un acheteur : d’où il vient et où il est allé, en événements EPCIS 2.0.',
    },
  },
})
