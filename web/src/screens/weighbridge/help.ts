import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'Lorries in, off a field, out and between stores. A ticket is kept on this device before it is sent, so it works without a network.',
    keys: {
      Enter: 'Goes on to the next field.',
      F9: 'Takes the weight that the scale shows.',
      'Ctrl Enter': 'Saves the ticket.',
      Space: 'Chooses the bay that has the focus.',
    },
    figures: {
      full: 'What the lorry weighed loaded, as the scale showed it or as it was typed; a typed weight is marked.',
      empty:
        'What it weighed empty. A tare that the lorry was weighed with before may be taken while it is not too old.',
      net: 'Full less empty: what moved, before drying or cleaning takes anything.',
      roomAfter:
        'What the bay takes by its limit, less what lies there, this load, and lorries that wait on this device.',
      overBy: 'By how much the bay is too full with this load. It is allowed, and stays to be seen.',
      leftAfter: 'What lies in the bay by the book once this load has left.',
    },
  },
  de: {
    about:
      'Lastwagen herein, vom Schlag, hinaus und zwischen Lagern. Ein Wiegeschein ist auf diesem Gerät aufgehoben, bevor er gesendet wird, also geht es auch ohne Netz.',
    keys: {
      Enter: 'Weiter zum nächsten Feld.',
      F9: 'Übernimmt das Gewicht, das die Waage zeigt.',
      'Ctrl Enter': 'Speichert den Wiegeschein.',
      Space: 'Wählt die Box, auf der man steht.',
    },
    figures: {
      full: 'Was der Lastwagen beladen wog, wie die Waage es zeigte oder wie es getippt wurde; Getipptes ist gekennzeichnet.',
      empty: 'Was er leer wog. Eine frühere Tara darf übernommen werden, solange sie nicht zu alt ist.',
      net: 'Voll weniger leer: was bewegt wurde, bevor Trocknung oder Reinigung etwas nimmt.',
      roomAfter:
        'Was die Box nach ihrer Grenze fasst, weniger was darin liegt, diese Fuhre und Lastwagen, die auf diesem Gerät warten.',
      overBy: 'Um wie viel die Box mit dieser Fuhre zu voll ist. Das ist erlaubt und bleibt zu sehen.',
      leftAfter: 'Was laut Buch in der Box liegt, wenn diese Fuhre gegangen ist.',
    },
  },
  fr: {
    about:
      'Les camions qui entrent, du champ, qui sortent et entre silos. Un ticket est gardé sur cet appareil avant d’être envoyé : cela marche aussi sans réseau.',
    keys: {
      Enter: 'Passe au champ suivant.',
      F9: 'Prend le poids que montre la bascule.',
      'Ctrl Enter': 'Enregistre le ticket.',
      Space: 'Choisit la cellule où l’on est.',
    },
    figures: {
      full: 'Ce que le camion pesait chargé, comme la bascule l’a montré ou comme on l’a tapé ; un poids tapé est marqué.',
      empty: 'Ce qu’il pesait vide. Une tare d’avant peut être reprise tant qu’elle n’est pas trop vieille.',
      net: 'Plein moins vide : ce qui a bougé, avant que séchage ou nettoyage n’enlève quelque chose.',
      roomAfter:
        'Ce que la cellule contient selon sa limite, moins ce qui y est, cette charge, et les camions qui attendent sur cet appareil.',
      overBy: 'De combien la cellule est trop pleine avec cette charge. C’est permis, et cela reste visible.',
      leftAfter: 'Ce qu’il y a dans la cellule selon le registre une fois cette charge partie.',
    },
  },
})
