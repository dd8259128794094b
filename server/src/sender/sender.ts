import type { Sender, SenderChecked } from '@millrace/contract/sender'
import { domainOf } from '#channels/email/address.ts'
import { type Database, inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { listProviders } from '#organisations/providers/list-providers.ts'
import { lockSettings, readSettings } from '#organisations/settings/read-settings.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { type DkimKeys, makeDkimKey, readDkimKeys, recordOf, writeDkimKeys } from './dkim-keys.ts'
import type { DnsTexts } from './dns-texts.ts'
import { judgeDkim } from './judge-dkim.ts'
import { judgeDmarc } from './judge-dmarc.ts'
import { judgeSpf } from './judge-spf.ts'

export interface SenderParts {
  readonly database: Database
  readonly sealer: Sealer
}

interface Present {
  readonly domain: string
  /** The mail servers of all providers: an e-mail may leave by any of them. */
  readonly hosts: readonly string[]
  readonly keys: DkimKeys
}

export const readSender = async (parts: SenderParts, organisationId: string): Promise<Sender> =>
  senderOf(await inTenant(parts.database, organisationId, tx => present(tx, parts.sealer, organisationId)))

/** A key that is found in the DNS is signed with from now on. */
export async function checkSender(
  parts: SenderParts,
  texts: DnsTexts,
  organisationId: string,
): Promise<SenderChecked> {
  const { domain, hosts, keys } = await inTenant(parts.database, organisationId, tx =>
    present(tx, parts.sealer, organisationId),
  )
  const { signing, waiting } = ofDomain(domain, keys)
  // Outside of a transaction: name servers take their time.
  const checks = await Promise.all([
    judgeSpf(domain, hosts, texts),
    judgeDkim(waiting ?? signing, texts),
    judgeDmarc(domain, texts),
  ])
  const published = waiting !== undefined && checks[1].verdict === 'good'
  const now = await inTenant(parts.database, organisationId, async tx => {
    await lockSettings(tx, organisationId)
    const current = await present(tx, parts.sealer, organisationId)
    if (!published || current.keys.waiting?.selector !== waiting.selector) return current
    const changed = { signing: waiting }
    await writeDkimKeys(tx, parts.sealer, organisationId, changed)
    return { ...current, keys: changed }
  })
  return { sender: senderOf(now), checks }
}

/** The key in use stays in use until the new one is found in the DNS. */
export async function createDkimKey(
  parts: SenderParts,
  organisationId: string,
  actor: string,
): Promise<Sender> {
  const { domain } = await inTenant(parts.database, organisationId, tx =>
    present(tx, parts.sealer, organisationId),
  )
  const waiting = await makeDkimKey(domain)
  return change(parts, organisationId, { actor, action: 'dkim_key.created', subject: domain }, keys => ({
    ...keys,
    waiting,
  }))
}

export const removeDkimKeys = (parts: SenderParts, organisationId: string, actor: string): Promise<Sender> =>
  change(parts, organisationId, { actor, action: 'dkim_key.removed', subject: organisationId }, () => null)

async function change(
  { database, sealer }: SenderParts,
  organisationId: string,
  audit: Parameters<typeof recordAudit>[2],
  change: (keys: DkimKeys) => DkimKeys | null,
): Promise<Sender> {
  return inTenant(database, organisationId, async tx => {
    await lockSettings(tx, organisationId)
    const before = await present(tx, sealer, organisationId)
    const keys = change(before.keys)
    await writeDkimKeys(tx, sealer, organisationId, keys)
    await recordAudit(tx, organisationId, audit)
    return senderOf({ ...before, keys: keys ?? {} })
  })
}

async function present(tx: Sql, sealer: Sealer, organisationId: string): Promise<Present> {
  const stored = await readSettings(tx, organisationId)
  if (stored === undefined) throw new Error('the organisation has gone')
  const providers = await listProviders(tx, organisationId)
  return {
    domain: domainOf(stored.settings.email.from_address),
    hosts: providers.flatMap(({ smtp }) => (smtp === null ? [] : [smtp.host])),
    keys: await readDkimKeys(tx, sealer, organisationId),
  }
}

/** After a change of the from address, keys of the previous domain are of no use. */
function ofDomain(domain: string, { signing, waiting }: DkimKeys): DkimKeys {
  return {
    ...(signing?.domain === domain ? { signing } : {}),
    ...(waiting?.domain === domain ? { waiting } : {}),
  }
}

function senderOf({ domain, keys }: Present): Sender {
  const { signing, waiting } = ofDomain(domain, keys)
  return { domain, signs: signing !== undefined, publish: waiting === undefined ? null : recordOf(waiting) }
}
