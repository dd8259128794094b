import { createPublicKey, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { DnsRecord } from '@millrace/contract/sender'
import { domainOf } from '#channels/email/address.ts'
import type { Sql } from '#db/sql.ts'
import { readSecrets, writeSecret } from '#organisations/secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'

export interface DkimKey {
  readonly domain: string
  /** Which of the domain's keys it is: a new one for each, so that the old one stays valid meanwhile. */
  readonly selector: string
  /** In PEM. */
  readonly privateKey: string
}

/** `waiting` is not found in the DNS yet, so `signing` stays in use. */
export interface DkimKeys {
  readonly signing?: DkimKey
  readonly waiting?: DkimKey
}

/** RSA: receivers need not know any other algorithm (RFC 8301), and 2,048 bits fit into the DNS. */
export async function makeDkimKey(domain: string): Promise<DkimKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { domain, selector: `millrace-${randomBytes(4).toString('hex')}`, privateKey }
}

export const publicPart = ({ privateKey }: DkimKey): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

export const recordOf = (key: DkimKey): DnsRecord => ({
  name: `${key.selector}._domainkey.${key.domain}`,
  value: `v=DKIM1; k=rsa; p=${publicPart(key)}`,
})

/** The key to sign an e-mail with: of the domain that it comes from, and known to be in the DNS. */
export const signingKeyFor = (address: string, { signing }: DkimKeys): DkimKey | undefined =>
  signing?.domain === domainOf(address) ? signing : undefined

/** From the secret as it is stored. */
export const dkimKeysOf = (stored: string | undefined): DkimKeys =>
  stored === undefined ? {} : (JSON.parse(stored) as DkimKeys)

export async function readDkimKeys(tx: Sql, sealer: Sealer, organisationId: string): Promise<DkimKeys> {
  return dkimKeysOf((await readSecrets(tx, sealer, organisationId)).dkim_keys)
}

export const writeDkimKeys = (tx: Sql, sealer: Sealer, organisationId: string, keys: DkimKeys | null) =>
  writeSecret(tx, sealer, organisationId, 'dkim_keys', keys === null ? null : JSON.stringify(keys))
