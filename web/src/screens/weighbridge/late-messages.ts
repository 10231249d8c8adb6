import { defineMessages } from '../../i18n/messages.ts'

/** Of a ticket that turns up later. */
export const messages = defineMessages({
  en: {
    title: 'A late ticket',
    day: 'Day',
    time: 'Time',
    full: 'Full, in {kg:kilograms|lb:pounds}',
    empty: 'Empty, in {kg:kilograms|lb:pounds}',
    reference: 'Number on the ticket',
    notPast: 'This is still to come. A ticket is entered for what has happened.',
    now: 'No, it is here now',
  },
  de: {
    title: 'Ein später Wiegeschein',
    day: 'Tag',
    time: 'Uhrzeit',
    full: 'Voll, in {kg:Kilogramm|lb:Pfund}',
    empty: 'Leer, in {kg:Kilogramm|lb:Pfund}',
    reference: 'Nummer auf dem Schein',
    notPast: 'Das kommt erst noch. Ein Wiegeschein steht für etwas, das geschehen ist.',
    now: 'Nein, er ist jetzt da',
  },
  fr: {
    title: 'Un bon tardif',
    day: 'Jour',
    time: 'Heure',
    full: 'Plein, en {kg:kilogrammes|lb:livres}',
    empty: 'Vide, en {kg:kilogrammes|lb:livres}',
    reference: 'Numéro du bon',
    notPast: 'Cela est encore à venir. Un bon se saisit pour ce qui a eu lieu.',
    now: 'Non, il est là maintenant',
  },
})
