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
      'Every load, the latest first. A row opens beside the table; several can be completed or copied at once, and a set of filters saved as a view.',
    figures: {
      weight: 'The net of the load. “Not weighed” means that nobody has, and it counts nothing in stock.',
      number: 'Counted up for each organisation; a deleted movement keeps its own.',
      status: 'In the book it changes stock; planned it will on its day; incomplete it lacks something.',
      actions: 'Only movements that lack something that somebody has to add.',
      epcis:
        'The trace of a load as a file that a buyer’s programs read: what it was made of, as events of EPCIS 2.0.',
    },
  },
  de: {
    about:
      'Jede Fuhre, die letzte zuerst. Eine Zeile öffnet sich neben der Tabelle; mehrere lassen sich zusammen abschließen oder verdoppeln, und ein Satz Filter als Ansicht speichern.',
    figures: {
      weight:
        'Das Netto der Fuhre. „Nicht gewogen“ heißt, dass es niemand tat; dann zählt sie im Bestand nichts.',
      number: 'Zählt für jeden Betrieb hoch; eine gelöschte Bewegung behält ihre.',
      status:
        'Gebucht ändert sie den Bestand; geplant wird sie es an ihrem Tag; unvollständig fehlt ihr etwas.',
      actions: 'Nur Bewegungen, denen etwas fehlt, das jemand nachtragen muss.',
      epcis:
        'Die Herkunft einer Fuhre als Datei für Programme eines Käufers: woraus sie bestand, als Ereignisse von EPCIS 2.0.',
    },
  },
  fr: {
    about:
      'Chaque charge, la dernière d’abord. Une ligne s’ouvre à côté du tableau ; plusieurs se complètent ou se copient ensemble, et un jeu de filtres s’enregistre comme vue.',
    figures: {
      weight:
        'Le net de la charge. « Non pesé » veut dire que personne ne l’a fait ; elle ne compte alors pour rien.',
      number: 'Il monte pour chaque organisation ; un mouvement supprimé garde le sien.',
      status:
        'Enregistré, il change le stock ; prévu, il le fera à son jour ; incomplet, il lui manque quelque chose.',
      actions: 'Seulement les mouvements auxquels il manque quelque chose à ajouter.',
      epcis:
        'La traçabilité d’une charge en fichier pour les programmes d’un acheteur : de quoi elle était faite, en événements EPCIS 2.0.',
    },
  },
})
