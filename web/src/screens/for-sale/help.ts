import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'Stock of your own for sale that lies in no bay, such as a harvest that is sold ahead. It counts beside what lies in bays.',
    figures: {
      there: 'What was entered, less what has left of it by now. The sum above is of all that was found.',
      sold: 'What is said to be sold, moved or not; or what left sold, where that is more.',
      gone: 'What of it has left to a buyer already.',
      left: 'What is there, less what is sold and has not left, or is planned to leave sold, whichever is more. Below nothing it is short: more is sold than there is.',
    },
  },
  de: {
    about:
      'Eigener Bestand zum Verkauf, der in keiner Box liegt, zum Beispiel eine Ernte, die im Voraus verkauft wird. Er zählt neben dem, was in Boxen liegt.',
    figures: {
      there:
        'Was eingetragen wurde, weniger was davon bis jetzt abging. Die Summe oben ist von allem Gefundenen.',
      sold: 'Was als verkauft gilt, abgegangen oder nicht; oder was verkauft abging, wenn das mehr ist.',
      gone: 'Was davon schon an einen Käufer ging.',
      left: 'Was vorhanden ist, weniger was verkauft und noch nicht abgegangen ist, oder nach Plan verkauft abgeht, je nachdem, was mehr ist. Unter null ist es zu wenig: Verkauft ist mehr, als da ist.',
    },
  },
  fr: {
    about:
      'Du stock à vous, à vendre, qui n’est dans aucune cellule, comme une récolte vendue d’avance. Il compte à côté de ce qui est en cellule.',
    figures: {
      there:
        'Ce qui a été saisi, moins ce qui en est parti jusqu’ici. La somme en haut vaut pour tout ce qui est trouvé.',
      sold: 'Ce qui est dit vendu, parti ou non ; ou ce qui est parti vendu, si c’est plus.',
      gone: 'Ce qui en est déjà parti chez un acheteur.',
      left: 'Ce qu’il y a, moins ce qui est vendu et pas encore parti, ou doit partir vendu selon le plan, le plus grand des deux. Au-dessous de rien, c’est à découvert : il est vendu plus qu’il n’y a.',
    },
  },
})
