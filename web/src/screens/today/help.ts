import { defineHelp } from '../../ui/help.ts'
import { attentionMessages } from './attention-messages.ts'
import { messages } from './messages.ts'

const names = {
  en: { ...messages.en, ...attentionMessages.en },
  de: { ...messages.de, ...attentionMessages.de },
  fr: { ...messages.fr, ...attentionMessages.fr },
}

export const help = defineHelp(names, {
  en: {
    about:
      'What the day asks for, and what came and left. A day begins at midnight where your organisation is.',
    figures: {
      yard: 'Lorries that were weighed once, on whichever device, and wait for the other weighing.',
      late: 'Loads whose moment has passed and that lack something, such as a weight or a driver, the oldest first. A lorry is one load.',
      plannedActions: 'Loads to come that lack something, such as a driver.',
      conflicts:
        'Bays where the plan puts in more than there is room for, takes out more than there is, or mixes what may not be mixed.',
      came: 'The net weight of today’s loads that came from outside; what is not weighed yet is counted in loads alone.',
      left: 'The net weight of today’s loads that went out to others.',
      within: 'The net weight moved today between bays of yours, which changes no total.',
      contracts: 'Running storage contracts of which 90 % or more has come in, the fullest first.',
      uncounted: 'Bays with stock that nobody has counted for 90 days, the longest ago first.',
      stocktakes: 'Stock-takes that are open, with the bays that somebody has counted so far.',
      settlements:
        'Lines of buyers’ statements that differ or have no load, and of which nobody has said what comes of them.',
      week: 'What came and left in the last seven days, with today; and the loads that are planned for the six to come.',
      stock:
        'What lies somewhere now, your own and what is of others with you. What is only offered, and what the plan is short of, stand apart.',
    },
  },
  de: {
    about:
      'Was der Tag verlangt, und was kam und ging. Ein Tag beginnt um Mitternacht dort, wo Ihr Betrieb ist.',
    figures: {
      yard: 'Lastwagen, die einmal gewogen wurden, gleich auf welchem Gerät, und auf die andere Wägung warten.',
      late: 'Fuhren, deren Zeitpunkt vorbei ist und denen etwas fehlt, etwa ein Gewicht oder ein Fahrer, die älteste zuerst. Ein Lastwagen ist eine Fuhre.',
      plannedActions: 'Kommende Fuhren, denen etwas fehlt, etwa ein Fahrer.',
      conflicts:
        'Boxen, in die laut Plan mehr kommt als Platz ist, aus denen mehr geht als darin liegt, oder in denen sich mischt, was nicht zusammengehört.',
      came: 'Das Nettogewicht der heutigen Fuhren von außen; was noch nicht gewogen ist, zählt nur als Fuhre.',
      left: 'Das Nettogewicht der heutigen Fuhren, die zu anderen gingen.',
      within: 'Was heute zwischen eigenen Boxen umgelagert wurde; keine Summe ändert sich dadurch.',
      contracts: 'Laufende Lagerverträge, von denen 90 % oder mehr da ist, der vollste zuerst.',
      uncounted: 'Boxen mit Bestand, die seit 90 Tagen niemand gezählt hat, die längste zuerst.',
      stocktakes: 'Offene Inventuren, mit den Boxen, die bisher jemand gezählt hat.',
      settlements:
        'Zeilen von Abrechnungen der Käufer, die abweichen oder keine Fuhre haben und noch nicht entschieden sind.',
      week: 'Was in den letzten sieben Tagen kam und ging, mit heute; und die Fuhren, die für die nächsten sechs geplant sind.',
      stock:
        'Was jetzt irgendwo liegt, Ihres und was von anderen bei Ihnen liegt. Was nur angeboten ist und was nach Plan fehlt, steht daneben.',
    },
  },
  fr: {
    about:
      'Ce que demande la journée, et ce qui est entré et sorti. Un jour commence à minuit là où est votre organisation.',
    figures: {
      yard: 'Les camions pesés une fois, sur n’importe quel appareil, qui attendent l’autre pesée.',
      late: 'Les camions dont l’heure est passée et auxquels il manque quelque chose, un poids ou un chauffeur par exemple, le plus ancien d’abord.',
      plannedActions: 'Les camions à venir auxquels il manque quelque chose, un chauffeur par exemple.',
      conflicts:
        'Les cellules où le plan met plus qu’il n’y a de place, prend plus qu’il n’y a, ou mélange ce qui ne doit pas l’être.',
      came: 'Le poids net des camions venus aujourd’hui du dehors ; ce qui n’est pas encore pesé ne compte que comme camion.',
      left: 'Le poids net des camions partis aujourd’hui chez d’autres.',
      within: 'Ce qui a été déplacé aujourd’hui entre vos cellules ; aucun total n’en change.',
      contracts: 'Les contrats de stockage en cours dont 90 % ou plus sont entrés, le plus plein d’abord.',
      uncounted:
        'Les cellules avec du stock que personne n’a comptées depuis 90 jours, la plus ancienne d’abord.',
      stocktakes: 'Les inventaires ouverts, avec les cellules déjà comptées.',
      settlements:
        'Les lignes de décomptes qui diffèrent ou n’ont pas de charge, et dont personne n’a dit ce qu’on en fait.',
      week: 'Ce qui est entré et sorti en sept jours, avec aujourd’hui ; et les camions prévus pour les six à venir.',
      stock:
        'Ce qui est stocké quelque part, le vôtre et ce qui est à d’autres chez vous. Ce qui n’est qu’en offre, et ce qui manque au plan, est à part.',
    },
  },
})
