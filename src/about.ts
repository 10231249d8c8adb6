import type { AboutService } from './http/openapi.ts'
import { webhookDocument } from './system/webhooks/document.ts'

// What the API reference says of each service and of each of its subjects, which are in the order in which they are best read.

/** Who may sign in, and as what. */
export const identityAbout: AboutService = {
  title: 'Granary: identity',
  description: 'Organisations, their business units, people and machines: who may sign in, and as what.',
  subjects: {
    'sign-in':
      'A person comes in by e-mail and password, and is given a short-lived access token and a cookie to renew it.',
    refresh: 'A new access token for the cookie of a session, without asking for the password again.',
    'sign-out': 'Ends the session that asks.',
    me: 'Who is asking: organisation, role and business units, and how that person signs in.',
    'switch-organisation': 'Whoever belongs to several organisations goes on in another one.',
    sessions: 'Where one is signed in; a session that was forgotten on another machine is ended here.',
    invitations:
      'How people come into an organisation: they are invited by e-mail, and choose a password when they accept.',
    users: 'The people of the organisation: their roles, suspended for a while, or removed.',
    'api-keys': 'What machines sign in with, such as a weighbridge PC. A key is shown once, when it is made.',
    organisation: "The caller's own farm, store or merchant: its name, country and time zone.",
    'business-units': 'The parts of an organisation: its farms, sites and divisions.',
    organisations: 'All organisations of the installation, for whoever runs it.',
    '.well-known': 'The public keys by which other services check our access tokens.',
  },
}

/** Everything around the inventory. */
export const systemAbout: AboutService = {
  title: 'Granary: system',
  description: 'Files, reference data, places, conversations and the settings around the inventory.',
  webhooks: webhookDocument,
  subjects: {
    commodities:
      'What can be stored and traded in a country: commodities with types, grades, varieties and tags.',
    countries: 'Every country with its currency, calling code and units, and when its harvest year starts.',
    regions: 'The regions of a country, and in Britain how often cattle are tested for bovine TB there.',
    locations: 'Places: found by name, postcode, coordinates or three words. It needs no internet.',
    files: 'Tickets, analyses and pictures. A file is uploaded first, and then named where it belongs.',
    conversations: 'Messages between two people, on a listing or not.',
    experts:
      'Questions to an agricultural adviser, also about pictures of a grain sample; they go out by mail.',
    links: 'Short addresses that lead to longer ones, for a text message or a printed ticket.',
    webhooks: 'URLs to which events are sent: signed, tried again where they fail, each delivery logged.',
    settings: 'Settings of client applications, for all countries or for one; and how much is logged.',
    cache: 'Forgets what is kept in memory to be quick, in every process.',
    jobs: 'Work beside the requests, such as mails: what waits, and what failed and is to be done again.',
  },
}

/** What the service exists for. */
export const inventoryAbout: AboutService = {
  title: 'Granary: inventory',
  description:
    'Stock of agricultural commodities to the gram: records, movements, storage, contracts and harvest.',
  subjects: {
    storage:
      'Fields, and stores with their bays: what they take, what lies in them, and what the plan will break there.',
    records:
      'Parcels of stock and plantings: owner, commodity, place, balance, samples, and all that ever happened to them.',
    movements:
      'Stock going from one place to another: loads in, loads out and between bays, past and planned.',
    position: 'What the organisation has on any date, past or to come.',
    contracts: 'What the owner of grain and its storer have agreed: dates, weight, drying and cleaning.',
    plantings: 'Standing crops in fields. They are no stock until they are harvested.',
    'harvest-plans':
      'What the fields of one crop are to bring in a harvest year, and the loads that they have brought.',
    'trade-availability': 'Stock of the own organisation that is offered for sale and lies in no place.',
    imports:
      'Spreadsheets, as farms export them, entered row by row: good rows are stored, bad ones come back with what is wrong.',
    commodities: 'The commodities that stock is entered by, with the limits that are usual for them.',
    varieties: 'Names of varieties, as somebody begins to type one.',
    reasons: 'Why stock was lost, gained or noted: the managed list that every adjustment names one of.',
    organisations: 'Whom the organisation holds, sends or gets a commodity with.',
    settings: 'How much this service logs.',
  },
}
