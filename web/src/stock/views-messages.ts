import { defineMessages } from '../i18n/messages.ts'

export const viewsMessages = defineMessages({
  en: {
    views: 'Views',
    none: 'No view is saved yet. Set the filters as you often need them, and save them under a name.',
    name: 'Name of the view',
    save: 'Save this view',
    saveHint:
      'It keeps the filters and the order, for you alone, on all your devices. One of the same name is replaced.',
    remove: 'Delete',
    removeOf: 'Delete the view {name}',
    mine: 'Saved views',
    stock: 'Stock',
    movements: 'Movements',
    reports: 'Reports',
  },
  de: {
    views: 'Ansichten',
    none: 'Noch ist keine Ansicht gespeichert. Stellen Sie die Filter so ein, wie Sie sie oft brauchen, und speichern Sie sie unter einem Namen.',
    name: 'Name der Ansicht',
    save: 'Diese Ansicht speichern',
    saveHint:
      'Sie behält Filter und Reihenfolge, nur für Sie, auf allen Ihren Geräten. Eine gleichen Namens wird ersetzt.',
    remove: 'Löschen',
    removeOf: 'Die Ansicht {name} löschen',
    mine: 'Gespeicherte Ansichten',
    stock: 'Bestand',
    movements: 'Bewegungen',
    reports: 'Berichte',
  },
  fr: {
    views: 'Vues',
    none: 'Aucune vue n’est encore enregistrée. Réglez les filtres comme vous en avez souvent besoin, et donnez-leur un nom.',
    name: 'Nom de la vue',
    save: 'Enregistrer cette vue',
    saveHint:
      'Elle garde les filtres et l’ordre, pour vous seul, sur tous vos appareils. Une vue du même nom est remplacée.',
    remove: 'Supprimer',
    removeOf: 'Supprimer la vue {name}',
    mine: 'Vues enregistrées',
    stock: 'Stock',
    movements: 'Mouvements',
    reports: 'Rapports',
  },
})
