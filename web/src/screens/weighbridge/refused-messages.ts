import { defineMessages } from '../../i18n/messages.ts'

/** Texts of tickets that the service refused. */
export const refusedMessages = defineMessages({
  en: {
    giveUp: 'Give up',
    giveUpWhy: 'Why is it not entered? The ticket stays here with the reason.',
    keepTheirs: 'Keep theirs',
    mine: 'Correct to mine',
    mineWhy: 'Why is yours the right one? The book then says what this device has weighed.',
    finishedBy: '{who} finished it on {when}: full {full}, empty {empty}.',
    finishedElsewhere: 'It was finished on another device, {when}: full {full}, empty {empty}.',
    hereItSays: 'Weighed here: full {full}, empty {empty}.',
  },
  de: {
    giveUp: 'Aufgeben',
    giveUpWhy: 'Warum wird er nicht gebucht? Der Wiegeschein bleibt mit dem Grund hier.',
    keepTheirs: 'Deren Gewicht behalten',
    mine: 'Auf meines berichtigen',
    mineWhy: 'Warum stimmt Ihres? Gebucht ist dann, was dieses Gerät gewogen hat.',
    finishedBy: '{who} hat ihn am {when} abgeschlossen: voll {full}, leer {empty}.',
    finishedElsewhere: 'Er wurde auf einem anderen Gerät abgeschlossen, {when}: voll {full}, leer {empty}.',
    hereItSays: 'Hier gewogen: voll {full}, leer {empty}.',
  },
  fr: {
    giveUp: 'Abandonner',
    giveUpWhy: 'Pourquoi n’est-il pas enregistré ? Le bon reste ici avec le motif.',
    keepTheirs: 'Garder la leur',
    mine: 'Corriger selon la mienne',
    mineWhy: 'Pourquoi la vôtre est-elle juste ? Le registre dira alors ce que cet appareil a pesé.',
    finishedBy: '{who} l’a terminé le {when} : plein {full}, vide {empty}.',
    finishedElsewhere: 'Il a été terminé sur un autre appareil, {when} : plein {full}, vide {empty}.',
    hereItSays: 'Pesé ici : plein {full}, vide {empty}.',
  },
})
