import { defineMessages } from '../../i18n/messages.ts'

/** Texts for grain that a store keeps, taken into an organisation that was here before. */
export const takeOverMessages = defineMessages({
  en: {
    title: 'Your grain in a store',
    what: '{store} keeps grain for {owner}. If that is you: take it into {organisation}, with all earlier loads and contracts. What {store} books in your name counts from then on.',
    take: 'Take it into {organisation}',
    leave: 'Not now',
    mayNot: 'This is for administrators of your organisation.',
  },
  de: {
    title: 'Ihr Getreide in einem Lager',
    what: '{store} lagert Getreide für {owner}. Wenn Sie das sind: Übernehmen Sie es in {organisation}, mit allen früheren Fuhren und Verträgen. Was {store} in Ihrem Namen bucht, zählt von da an.',
    take: 'In {organisation} übernehmen',
    leave: 'Jetzt nicht',
    mayNot: 'Das ist Sache der Administratoren Ihres Betriebs.',
  },
  fr: {
    title: 'Votre grain dans un silo',
    what: '{store} stocke du grain pour {owner}. Si c’est vous : reprenez-le dans {organisation}, avec tous les chargements et contrats antérieurs. Ce que {store} inscrit à votre nom compte dès lors.',
    take: 'Le reprendre dans {organisation}',
    leave: 'Pas maintenant',
    mayNot: 'C’est l’affaire des administrateurs de votre organisation.',
  },
})
