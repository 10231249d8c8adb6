import { defineHelp } from '../../ui/help.ts'
import { holderMessages } from './holder-messages.ts'

export const help = defineHelp(holderMessages, {
  en: {
    about:
      'Owners of a grain, as far as you know of them: by stock and crops that are yours or that you store. Where you have written with somebody there, you can write again.',
    figures: {
      has: 'It has some of the grain, type and grade that is asked for, in store or growing, in the regions that are ticked.',
      had: 'It had some, or is to get some, and has none at this moment.',
      weight:
        'What it has now or still expects of the grain, of all its types, grades and regions, as far as you may see it.',
    },
  },
  de: {
    about:
      'Eigentümer eines Getreides, soweit Sie von ihnen wissen: durch Bestand und Kulturen, die Ihnen gehören oder bei Ihnen liegen. Wo Sie schon mit jemandem dort geschrieben haben, können Sie schreiben.',
    figures: {
      has: 'Hat etwas von dem Getreide, der Art und der Klasse, nach denen gefragt ist, im Lager oder auf dem Feld, in den gewählten Regionen.',
      had: 'Hatte etwas oder soll etwas bekommen, und hat im Augenblick nichts.',
      weight:
        'Was sie jetzt von dem Getreide hat oder noch erwartet, von allen Arten, Klassen und Regionen, soweit Sie es sehen dürfen.',
    },
  },
  fr: {
    about:
      'Les propriétaires d’un grain, pour autant que vous les connaissiez : par du stock et des cultures à vous ou chez vous. Là où vous avez déjà écrit à quelqu’un, vous pouvez écrire.',
    figures: {
      has: 'Elle a du grain, du type et de la classe demandés, en silo ou sur pied, dans les régions cochées.',
      had: 'Elle en a eu ou doit en recevoir, et n’en a pas en ce moment.',
      weight:
        'Ce qu’elle a maintenant ou attend encore de ce grain, de tous types, classes et régions, pour autant que vous puissiez le voir.',
    },
  },
})
