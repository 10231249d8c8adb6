import type { LinkRules, LinkTemplate } from './rules.ts'

export interface LinkSettings {
  /** Where people reach the service. */
  publicUrl: () => string
  /** Hosts that links may lead to; the one of the public URL when undefined. */
  hosts: string[] | undefined
  templates: LinkTemplate[]
  /** Who may make one: anybody, or only somebody with a credential. */
  makers: 'anybody' | 'members'
  /** How many links one address may make in a minute, or one member; 0 is no limit. */
  perMinute: number
}

/** What links are made and followed by. The public URL may be known only once the service listens. */
export interface Links extends Omit<LinkSettings, 'publicUrl' | 'hosts'> {
  rules: () => LinkRules
}

/** Without `hosts` links lead to the host of the public URL alone. */
export function openLinks({ publicUrl, hosts, ...others }: LinkSettings): Links {
  return {
    ...others,
    rules: () => ({ publicUrl: publicUrl(), hosts: hosts ?? [new URL(publicUrl()).host] }),
  }
}

/** Where a link is found. */
export function shortUrl({ publicUrl }: LinkRules, code: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/s/${code}`
}
