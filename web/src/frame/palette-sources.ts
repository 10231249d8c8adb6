import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { agreedName } from '../stock/agreed-name.ts'
import { useDeeds } from './palette-deeds.ts'
import type { PaletteItem } from './palette-items.ts'
import { paletteMessages } from './palette-messages.ts'

const ASKED_AFTER_MS = 200

/** Everything that can be found or done by what was typed: screens and deeds, stock, movements with lorries and drivers, contracts, files, stores and fields. */
export function usePaletteItems(typed: string): PaletteItem[] {
  const deeds = useDeeds()
  const stock = useStock()
  const grain = useGrain(typed)
  const movements = useMovements(typed)
  const found = usePlaces(typed)
  const papers = usePapers(typed)
  return [...deeds, ...grain, ...stock, ...movements, ...found, ...papers]
}

/** Returns the typed text, once nobody has typed on for a moment. */
function useSettled(typed: string): string {
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** Stock by its name, and all stock of a variety, be it in stores or on fields. */
function useStock(): PaletteItem[] {
  const words = useMessages(paletteMessages)
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: ['palette', 'stock'],
    queryFn: () =>
      ask('GET /api/inventory/records', { query: { limit: 200, 'f:status': ['active'], sortBy: 'name' } }),
  })
  const varieties = data?.facets.find(({ name }) => name === 'f:commodityVariety')?.terms ?? []
  const grown = varieties.map(({ id, name, hits }): PaletteItem => {
    const to = `/stock?${new URLSearchParams({ place: 'all', 'f:commodityVariety': id })}`
    return {
      key: `variety ${id}`,
      group: 'stock',
      name,
      hint: say(words.ofVariety, { n: Number(hits) }),
      to,
    }
  })
  const stock = (data?.docs ?? []).map(
    ({ id, name, commodity, storage, yield: { current } }): PaletteItem => ({
      key: id,
      group: 'stock',
      name,
      hint: [
        commodity.commodity.name,
        commodity.variety,
        storage.description || storage.name,
        formats.of(commodity.commodity.id).stockWeight(current),
      ]
        .filter(Boolean)
        .join(' · '),
      to: `/stock/${id}`,
    }),
  )
  return [...grown, ...stock]
}

/** All stock of what people mean by a word, such as OSR; the service knows the everyday names of the country. */
function useGrain(typed: string): PaletteItem[] {
  const words = useMessages(paletteMessages)
  const { countryISO } = useMe().organisation
  const language = useLanguage()
  const query = useSettled(typed)
  const { data } = useQuery({
    queryKey: ['palette', 'grain', language, query],
    enabled: query !== '',
    queryFn: () => ask('GET /api/inventory/commodities', { query: { countryISO, query } }),
  })
  return (data ?? [])
    .flatMap(({ items }) => items)
    .map(({ id, name, names }) => ({
      key: `grain ${id}`,
      group: 'stock',
      name: names?.[language] ?? name,
      hint: say(words.allOf, { words: query }),
      to: `/stock?${new URLSearchParams({ 'f:commodity': String(id) })}`,
    }))
}

/** The last movements and, once something is typed, those of all time that say it, be it their driver or contract; any is found by its number. */
function useMovements(typed: string): PaletteItem[] {
  const words = useMessages(paletteMessages)
  const formats = useFormats()
  const query = useSettled(typed)
  const last = useQuery({
    queryKey: ['palette', 'movements'],
    queryFn: () => ask('GET /api/inventory/movements', { query: { limit: 200 } }),
  })
  const found = useQuery({
    queryKey: ['palette', 'movements', query],
    enabled: query !== '',
    queryFn: () => ask('GET /api/inventory/movements', { query: { limit: 20, query } }),
  })
  const docs = new Map(
    [...(last.data?.docs ?? []), ...(found.data?.docs ?? [])].map((each) => [each.id, each]),
  )
  const items = [...docs.values()].flatMap(
    ({ id, uid, documentNumber, driver, contractReference, inventory, movementDateISO }): PaletteItem[] => {
      const { source, destination } = inventory.storage
      const between = [source, destination]
        .map(
          (place) => [place.name, place.substorageName].filter(Boolean).join(' · ') || place.organisationName,
        )
        .join(' → ')
      const known = [between, inventory.commodity.commodity.name, driver.name, contractReference]
      const hint = [...known, formats.moment(movementDateISO)].filter(Boolean).join(' · ')
      const shared = { hint, to: `/movements?open=${id}` }
      const name = [documentNumber || uid, driver.loadReference].filter(Boolean).join(' · ')
      const lorry = driver.vehicleRegistration
      return [
        { ...shared, key: `movement ${id}`, group: 'movement', name, words: uid },
        ...(lorry ? [{ ...shared, key: `lorry ${id}`, group: 'lorry' as const, name: lorry }] : []),
      ]
    },
  )
  const number = /^0*([1-9]\d{0,14})$/.exec(typed.trim())?.[1]
  if (number === undefined || items.some(({ to }) => to === `/movements?open=${number}`)) return items
  const name = say(words.number, { n: typed.trim() })
  return [...items, { key: 'number', group: 'movement', name, hint: '', to: `/movements?open=${number}` }]
}

function usePlaces(typed: string): PaletteItem[] {
  const settled = useSettled(typed)
  const { data } = useQuery({
    queryKey: ['palette', 'places', settled],
    enabled: settled !== '',
    queryFn: () => ask('GET /api/inventory/storage', { query: { query: settled, limit: 6, bays: false } }),
  })
  return (data?.docs ?? []).map(({ id, name, location, type }) => ({
    key: id,
    group: 'place',
    name,
    hint: location.address.city || location.address.region,
    to: `/stock?${new URLSearchParams({ place: type, 'f:storageId': id })}`,
  }))
}

/** Contracts to buy, to sell and to store and orders by their number or whose they are, and files by their name. */
function usePapers(typed: string): PaletteItem[] {
  const query = useSettled(typed)
  const asked = { enabled: query !== '' }
  const trades = useQuery({
    ...asked,
    queryKey: ['palette', 'trades', query],
    queryFn: () => ask('GET /api/inventory/trades', { query: { limit: 6, query } }),
  })
  const orders = useQuery({
    ...asked,
    queryKey: ['palette', 'orders', query],
    queryFn: () => ask('GET /api/inventory/orders', { query: { limit: 6, query } }),
  })
  const contracts = useQuery({
    ...asked,
    queryKey: ['palette', 'contracts', query],
    queryFn: () => ask('GET /api/inventory/contracts', { query: { limit: 6, query } }),
  })
  const files = useQuery({
    ...asked,
    queryKey: ['palette', 'files', query],
    queryFn: () => ask('GET /api/system/files', { query: { limit: 6, query } }),
  })
  return [
    ...(trades.data?.docs ?? []).map((trade): PaletteItem => ({
      key: `trade ${trade.id}`,
      group: 'trade',
      name: agreedName(trade),
      hint: [...new Set([trade.partner.name, trade.partnerReference, trade.commodity.commodity.name])]
        .filter((word) => word !== '' && word !== agreedName(trade))
        .join(' · '),
      to: `/trades/${trade.id}`,
    })),
    ...(orders.data?.docs ?? []).map(({ id, name, partner, commodity, trade, haulier }): PaletteItem => ({
      key: `order ${id}`,
      group: 'order',
      name,
      hint: [name !== partner.name && partner.name, commodity.name, trade?.name, haulier]
        .filter(Boolean)
        .join(' · '),
      to: `/orders/${id}`,
    })),
    ...(contracts.data?.docs ?? []).map(({ id, details, owner, inventory }): PaletteItem => ({
      key: `contract ${id}`,
      group: 'contract',
      name: details.reference || owner.name,
      hint: [details.reference && owner.name, inventory.commodity.commodity.name].filter(Boolean).join(' · '),
      to: `/contracts/${id}`,
    })),
    ...(files.data?.docs ?? []).map(({ id, info, organisationName }): PaletteItem => ({
      key: `file ${id}`,
      group: 'file',
      name: info.name,
      hint: organisationName,
      to: `/files?open=${id}`,
    })),
  ]
}
