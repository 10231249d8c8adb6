import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'All stock, wherever it lies. Filters narrow it; a set of them can be saved as a view under a name.',
    figures: {
      weight:
        'What is there now by the book. The sum above the table is of all that was found, also of rows not loaded yet.',
      year: 'The harvest that it is of. Where a country splits its years, 2026 stands for 2026/27.',
      owner: 'Whose it is. What you store for others is theirs, and counts as that everywhere.',
    },
  },
  de: {
    about:
      'Aller Bestand, wo immer er liegt. Filter grenzen ihn ein; ein Satz von Filtern lässt sich als Ansicht unter einem Namen speichern.',
    figures: {
      weight:
        'Was laut Buch jetzt da ist. Die Summe über der Tabelle ist von allem Gefundenen, auch von Zeilen, die noch nicht geladen sind.',
      year: 'Von welcher Ernte es ist. Wo ein Land geteilte Jahre hat, steht 2026 für 2026/27.',
      owner: 'Wem es gehört. Was Sie für andere lagern, ist ihres und zählt überall so.',
    },
  },
  fr: {
    about:
      'Tout le stock, où qu’il soit. Les filtres le restreignent ; un jeu de filtres s’enregistre comme vue sous un nom.',
    figures: {
      weight:
        'Ce qu’il y a maintenant selon le registre. La somme au-dessus du tableau vaut pour tout ce qui est trouvé, même les lignes pas encore chargées.',
      year: 'De quelle récolte il est. Là où un pays partage ses années, 2026 veut dire 2026/27.',
      owner: 'À qui il est. Ce que vous stockez pour d’autres est à eux, et compte ainsi partout.',
    },
  },
})
