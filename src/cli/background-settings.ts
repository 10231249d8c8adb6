import path from 'node:path'
import type { Config } from '../config.ts'
import type { BackgroundSettings } from '../system/background.ts'

/** What mail and webhooks are told of the settings. */
export function backgroundSettings(config: Config): BackgroundSettings {
  const { mail, smtpUrl, publicUrl, webhookNetworks } = config
  return {
    mail: { smtpUrl, outbox: path.join(config.dataDir, 'outbox'), from: mail.from },
    experts: { expertEmail: mail.expertEmail, attachmentBytes: mail.attachmentBytes },
    webhooks: { networks: webhookNetworks },
    publicUrl,
  }
}
