import { defineHelp } from '../../ui/help.ts'
import { columnMessages } from './column-messages.ts'

export const help = defineHelp(columnMessages, {
  en: {
    about:
      'What there was and what moved in a period, added up from the book as it is now. What is planned is not counted. Under Views a report is saved with its filters.',
    figures: {
      loads: 'A lorry that was shared out counts in each of its rows.',
      payer: 'Who bears the loss of grain that is stored for others. Of your own grain nobody is named.',
      changedHands: 'Bought or sold where it lies. Below zero, more went to others than came.',
      areaHarvested: 'What somebody has said is cut. The yield is by this area.',
      moisture: 'A mean by weight over the loads of which it was measured.',
    },
  },
  de: {
    about:
      'Was in einem Zeitraum da war und sich bewegte, zusammengezählt aus dem Buch, wie es jetzt ist. Geplantes zählt nicht. Unter Ansichten wird ein Bericht mit seinen Filtern gespeichert.',
    figures: {
      loads: 'Eine Fuhre, die aufgeteilt wurde, zählt in jeder ihrer Zeilen.',
      payer: 'Wer den Verlust von eingelagerter Ware trägt. Bei eigener Ware steht niemand da.',
      changedHands: 'Gekauft oder verkauft, wo es liegt. Unter null ging mehr an andere, als kam.',
      areaHarvested: 'Was als gedroschen gemeldet ist. Der Ertrag bezieht sich auf diese Fläche.',
      moisture: 'Das nach Gewicht gewogene Mittel der Fuhren, bei denen sie gemessen wurde.',
    },
  },
  fr: {
    about:
      'Ce qu’il y avait et ce qui a bougé dans une période, additionné à partir du livre tel qu’il est maintenant. Ce qui est prévu n’est pas compté. Sous Vues, un rapport s’enregistre avec ses filtres.',
    figures: {
      loads: 'Un camion réparti compte dans chacune de ses lignes.',
      payer:
        'Qui supporte la perte du grain stocké pour d’autres. Pour votre propre grain, personne n’est nommé.',
      changedHands:
        'Acheté ou vendu sur place. Sous zéro, il en est plus parti chez d’autres qu’il n’en est venu.',
      areaHarvested: 'Ce qui est annoncé comme coupé. Le rendement se rapporte à cette surface.',
      moisture: 'La moyenne, pondérée par le poids, des chargements où elle a été mesurée.',
    },
  },
})
