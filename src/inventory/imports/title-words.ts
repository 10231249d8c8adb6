import type { Columns, Subject } from '../../system/imports/imports.ts'

/** Titles of the columns of templates and exports in other languages: one each, which imports read back. */
const titles: Record<string, { de: string; fr: string }> = {
  Field: { de: 'Schlag', fr: 'Parcelle' },
  'New field': { de: 'Neuer Schlag', fr: 'Nouvelle parcelle' },
  Area: { de: 'Fläche', fr: 'Surface' },
  'Business unit': { de: 'Betrieb', fr: 'Exploitation' },
  Tags: { de: 'Schlagwörter', fr: 'Étiquettes' },
  'Address name': { de: 'Adressname', fr: 'Nom de l’adresse' },
  'Address line 1': { de: 'Adresszeile 1', fr: 'Adresse ligne 1' },
  'Address line 2': { de: 'Adresszeile 2', fr: 'Adresse ligne 2' },
  'Address line 3': { de: 'Adresszeile 3', fr: 'Adresse ligne 3' },
  Town: { de: 'Ort', fr: 'Commune' },
  Region: { de: 'Region', fr: 'Région' },
  'Region code': { de: 'Regionscode', fr: 'Code de la région' },
  Postcode: { de: 'PLZ', fr: 'Code postal' },
  Country: { de: 'Land', fr: 'Pays' },
  'Country code': { de: 'Ländercode', fr: 'Code du pays' },
  'Three words': { de: 'Drei Wörter', fr: 'Trois mots' },
  Latitude: { de: 'Breitengrad', fr: 'Latitude' },
  Longitude: { de: 'Längengrad', fr: 'Longitude' },
  Store: { de: 'Lager', fr: 'Stockage' },
  Bay: { de: 'Box', fr: 'Cellule' },
  Capacity: { de: 'Kapazität', fr: 'Capacité' },
  Commodity: { de: 'Kultur', fr: 'Culture' },
  Type: { de: 'Typ', fr: 'Type' },
  Grade: { de: 'Qualität', fr: 'Qualité' },
  Variety: { de: 'Sorte', fr: 'Variété' },
  'Commodity tags': { de: 'Merkmale', fr: 'Mentions' },
  'Harvest year': { de: 'Erntejahr', fr: 'Année de récolte' },
  Weight: { de: 'Gewicht', fr: 'Poids' },
  Date: { de: 'Datum', fr: 'Date' },
  'Expected yield': { de: 'Erwarteter Ertrag', fr: 'Rendement attendu' },
  Planted: { de: 'Aussaat', fr: 'Semis' },
  'Owner id': { de: 'Eigentümernummer', fr: 'Numéro du propriétaire' },
  Owner: { de: 'Eigentümer', fr: 'Propriétaire' },
  Name: { de: 'Bezeichnung', fr: 'Nom' },
  Reference: { de: 'Referenz', fr: 'Référence' },
  Record: { de: 'Datensatz', fr: 'Enregistrement' },
  Time: { de: 'Uhrzeit', fr: 'Heure' },
  Ticket: { de: 'Wiegeschein', fr: 'Bon de pesée' },
  Gross: { de: 'Brutto', fr: 'Poids brut' },
  Tare: { de: 'Tara', fr: 'Poids à vide' },
  Net: { de: 'Netto', fr: 'Poids net' },
  'To store': { de: 'Nach Lager', fr: 'Vers stockage' },
  'To bay': { de: 'Nach Box', fr: 'Vers cellule' },
  Sender: { de: 'Lieferant', fr: 'Fournisseur' },
  'Sender id': { de: 'Lieferantennummer', fr: 'Numéro du fournisseur' },
  Receiver: { de: 'Empfänger', fr: 'Destinataire' },
  'Receiver id': { de: 'Empfängernummer', fr: 'Numéro du destinataire' },
  Moisture: { de: 'Feuchte', fr: 'Humidité' },
  Temperature: { de: 'Temperatur', fr: 'Température' },
  Protein: { de: 'Protein', fr: 'Protéines' },
  'Specific weight': { de: 'Hektolitergewicht', fr: 'Poids spécifique' },
  'Test weight': { de: 'Bushelgewicht', fr: 'Poids au boisseau' },
  'Falling number': { de: 'Fallzahl', fr: 'Temps de chute' },
  Admixture: { de: 'Besatz', fr: 'Impuretés' },
  Screenings: { de: 'Ausputz', fr: 'Petits grains' },
  Nitrogen: { de: 'Stickstoff', fr: 'Azote' },
  Oil: { de: 'Ölgehalt', fr: 'Teneur en huile' },
  Lorry: { de: 'Kennzeichen', fr: 'Camion' },
  Driver: { de: 'Fahrer', fr: 'Chauffeur' },
  Contract: { de: 'Vertrag', fr: 'Contrat' },
  Sold: { de: 'Verkauft', fr: 'Vendu' },
  Counted: { de: 'Gezählt', fr: 'Compté' },
  'Counted at': { de: 'Gezählt am', fr: 'Compté le' },
  'Counted by': { de: 'Gezählt von', fr: 'Compté par' },
  'Purchase or sale': { de: 'Einkauf oder Verkauf', fr: 'Achat ou vente' },
  Status: { de: 'Stand', fr: 'État' },
  'Their reference': { de: 'Nummer beim Partner', fr: 'Numéro chez le partenaire' },
  Partner: { de: 'Partner', fr: 'Partenaire' },
  'Partner id': { de: 'Partner-ID', fr: 'ID du partenaire' },
  Tolerance: { de: 'Toleranz', fr: 'Tolérance' },
  'Tolerance option': { de: 'Wahl bei der Toleranz', fr: 'Option de tolérance' },
  From: { de: 'Beginn', fr: 'Début' },
  To: { de: 'Ende', fr: 'Fin' },
  'Window weight': { de: 'Gewicht im Zeitraum', fr: 'Poids de la période' },
  Delivery: { de: 'Lieferung', fr: 'Livraison' },
  'Final weight': { de: 'Maßgebliches Gewicht', fr: 'Poids retenu' },
  'Final quality': { de: 'Maßgebliche Qualität', fr: 'Qualité retenue' },
  'Price kind': { de: 'Art des Preises', fr: 'Genre de prix' },
  Price: { de: 'Preis', fr: 'Prix' },
  Currency: { de: 'Währung', fr: 'Devise' },
  'Price unit': { de: 'Preis je', fr: 'Prix par' },
  Notes: { de: 'Notizen', fr: 'Notes' },
  'Contract id': { de: 'Kontrakt-ID', fr: 'ID du contrat' },
  'Contract reference': { de: 'Kontraktnummer', fr: 'Numéro du contrat' },
  Loads: { de: 'Fuhren', fr: 'Chargements' },
  Haulier: { de: 'Spedition', fr: 'Transporteur' },
  Lorries: { de: 'Lkw', fr: 'Camions' },
  Bays: { de: 'Boxen', fr: 'Cellules' },
  Address: { de: 'Anschrift', fr: 'Adresse' },
  'Opening hours': { de: 'Öffnungszeiten', fr: 'Heures d’ouverture' },
  Instructions: { de: 'Anweisungen', fr: 'Consignes' },
  'Order id': { de: 'Auftrags-ID', fr: 'ID de l’ordre' },
  Order: { de: 'Auftrag', fr: 'Ordre' },
}

/** Subjects of columns for which an organisation may have words of its own. */
const named: Record<string, Subject> = {
  Commodity: 'commodity',
  Store: 'store',
  'To store': 'store',
  Field: 'field',
  'Business unit': 'businessUnit',
  Sender: 'partner',
  Receiver: 'partner',
  Owner: 'partner',
  Partner: 'partner',
}

/** The columns with their titles in other languages, by which they are read as well, and with what they name. */
export function withTitles<Of extends Columns>(columns: Of): Of {
  const known = Object.entries(columns).map(([name, column]) => {
    const its = titles[column.title.split(' (')[0] ?? '']
    if (!its) throw new Error(`a column has no title in other languages: ${column.title}`)
    return [name, { ...column, titles: its, aliases: [...column.aliases, its.de, its.fr] }]
  })
  // They are the same columns, under their own names.
  return withSubjects(Object.fromEntries(known) as Of)
}

/** The columns with what they name. */
export function withSubjects<Of extends Columns>(columns: Of): Of {
  const known = Object.entries(columns).map(([name, column]) => {
    const subject = named[column.title]
    return [name, subject ? { ...column, subject } : column]
  })
  return Object.fromEntries(known) as Of
}
