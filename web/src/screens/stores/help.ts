import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'What lies in which bay: now, at the close of an earlier day, or by the plan on a later one. Filters leave the stores that have something of the kind now, and the figures are of those.',
    keys: {
      '← →': 'A week earlier or later.',
      'Shift ← →': 'A day earlier or later.',
      T: 'Back to now.',
      V: 'Pictures or table.',
    },
    figures: {
      owned: 'All that lies in your stores and belongs to you.',
      stored: 'All that lies in your stores and belongs to others.',
      room: 'What the bays that have a limit still take; a bay without one counts for nothing.',
      conflicts: 'How many bays the plan from now on does not work out for. A day in the past shows none.',
    },
  },
  de: {
    about:
      'Was in welcher Box liegt: jetzt, am Ende eines früheren Tages, oder nach dem Plan an einem späteren. Filter lassen die Lager übrig, in denen jetzt etwas Bestimmtes liegt; die Zahlen sind dann von diesen.',
    keys: {
      '← →': 'Eine Woche früher oder später.',
      'Shift ← →': 'Einen Tag früher oder später.',
      T: 'Zurück zu jetzt.',
      V: 'Bilder oder Tabelle.',
    },
    figures: {
      owned: 'Alles, was in Ihren Lagern liegt und Ihnen gehört.',
      stored: 'Alles, was in Ihren Lagern liegt und anderen gehört.',
      room: 'Was die Boxen noch fassen, die eine Grenze haben; eine Box ohne Grenze zählt nicht.',
      conflicts: 'Für wie viele Boxen der Plan von jetzt an nicht aufgeht. Ein vergangener Tag zeigt keine.',
    },
  },
  fr: {
    about:
      'Ce qu’il y a dans chaque cellule : maintenant, à la fin d’un jour passé, ou selon le plan un jour à venir. Les filtres laissent les silos où se trouve maintenant ce que vous cherchez ; les chiffres sont alors ceux de ces silos.',
    keys: {
      '← →': 'Une semaine plus tôt ou plus tard.',
      'Shift ← →': 'Un jour plus tôt ou plus tard.',
      T: 'Revenir à maintenant.',
      V: 'Images ou tableau.',
    },
    figures: {
      owned: 'Tout ce qui est dans vos silos et qui est à vous.',
      stored: 'Tout ce qui est dans vos silos et qui est à d’autres.',
      room: 'Ce que contiennent encore les cellules qui ont une limite ; une cellule sans limite ne compte pas.',
      conflicts:
        'Pour combien de cellules le plan ne tient pas à partir de maintenant. Un jour passé n’en montre aucun.',
    },
  },
})
