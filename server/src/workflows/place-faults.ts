import { classOf, type NodeOf, type WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { readName, urlOf } from '#images/image-name.ts'
import { missingImages } from '#images/images.ts'
import { listNamedSecrets } from '#organisations/named-secrets.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { listMeanings } from '#visits/source-meanings.ts'
import { readSegments } from './segments/segment-row.ts'
import { noSegment, referencesIn } from './segments/segment-uses.ts'
import type { Fault } from './validation/fault.ts'

/**
 * What is wrong with a valid document in this organisation: it names a secret that is not there or is for another host,
 * sends task mail to an address that is neither a member's nor in a domain that the owner allowed, or asks for a segment
 * that does not exist, or starts by one, or is about a topic that guests cannot choose, or waits
 * for clicks that are not counted, or for events that leave no entry, or shows an uploaded image that was deleted.
 */
export async function placeFaults(
  tx: Sql,
  organisationId: string,
  definition: WorkflowDefinition,
  imagesAt?: string,
): Promise<Fault[]> {
  const { nodes } = definition
  const indexed = nodes.map((node, index) => ({ node, path: `nodes.${index}` }))
  const calls = indexed.flatMap(({ node, path }) => (node.type === 'call_webhook' ? [{ node, path }] : []))
  const tasks = indexed.flatMap(({ node, path }) =>
    node.type === 'create_task' && node.notify !== undefined
      ? [{ id: node.id, path: `${path}.notify`, address: node.notify }]
      : [],
  )
  return [
    ...(await secretFaults(tx, organisationId, calls)),
    ...(tasks.length === 0 ? [] : await addressFaults(tx, organisationId, tasks)),
    ...(await referenceFaults(tx, organisationId, definition)),
    ...(await topicFaults(tx, organisationId, indexed)),
    ...(await sourceFaults(tx, organisationId, definition)),
    ...(await clickFaults(tx, organisationId, indexed)),
    ...(imagesAt === undefined ? [] : await imageFaults(tx, organisationId, indexed, imagesAt)),
  ]
}

async function referenceFaults(
  tx: Sql,
  organisationId: string,
  definition: WorkflowDefinition,
): Promise<Fault[]> {
  const references = referencesIn(definition)
  if (references.length === 0) return []
  const known = new Set((await readSegments(tx, organisationId)).map(({ id }) => id))
  return references.flatMap(({ id, ...at }) => (known.has(id) ? [] : [{ ...at, message: noSegment(id) }]))
}

async function topicFaults(
  tx: Sql,
  organisationId: string,
  indexed: readonly { node: WorkflowNode; path: string }[],
): Promise<Fault[]> {
  const named = indexed.flatMap(({ node, path }) =>
    'topic' in node && node.topic !== undefined
      ? [{ node: node.id, path: `${path}.topic`, topic: node.topic }]
      : [],
  )
  if (named.length === 0) return []
  const topics = (await readSettings(tx, organisationId))?.settings.topics ?? []
  return named
    .filter(({ topic }) => !topics.some(({ id }) => id === topic))
    .map(({ topic, ...at }) => ({
      ...at,
      message: `There is no topic "${topic}". An owner can add it in the settings.`,
    }))
}

/** An absence is found in the ledger, which has no entries of a source that nobody declared: nobody would ever be due. */
async function sourceFaults(
  tx: Sql,
  organisationId: string,
  { trigger }: WorkflowDefinition,
): Promise<Fault[]> {
  const named = ('absence' in trigger && trigger.absence.sources) || []
  if (named.length === 0) return []
  const declared = new Set((await listMeanings(tx, organisationId)).map(({ source }) => source))
  return named.flatMap((source, index) => {
    const path = `trigger.absence.sources.${index}`
    const message = `Nothing says what events from "${source}" mean. Declare it on the page of the source.`
    return declared.has(source) ? [] : [{ path, message }]
  })
}

/** A run would wait for what never comes. */
async function clickFaults(
  tx: Sql,
  organisationId: string,
  indexed: readonly { node: WorkflowNode; path: string }[],
): Promise<Fault[]> {
  const waits = indexed.flatMap(({ node, path }) => (node.type === 'wait_for_click' ? [{ node, path }] : []))
  if (waits.length === 0) return []
  const counted = (await readSettings(tx, organisationId))?.settings.link_counting ?? 'none'
  const classes = new Map(indexed.map(({ node }) => [node.id, classOf(node)]))
  return waits.flatMap(({ node, path }) => {
    const isTransactional = classes.get(node.email) === 'transactional'
    if (counted === 'all' || (counted === 'marketing' && !isTransactional)) return []
    const where = counted === 'none' ? '' : ' in transactional e-mails'
    const message = `Clicks are not counted${where}. An owner can change that under Links in the settings.`
    return [{ path: `${path}.email`, node: node.id, message }]
  })
}

/** Uploaded images by their addresses, wherever one stands in an e-mail. What other sites serve is not looked at. */
async function imageFaults(
  tx: Sql,
  organisationId: string,
  indexed: readonly { node: WorkflowNode; path: string }[],
  imagesAt: string,
): Promise<Fault[]> {
  const named = indexed.flatMap(({ node, path }) =>
    node.type === 'send_email'
      ? imagesIn(JSON.stringify(node), imagesAt).map(hash => ({
          hash,
          node: node.id,
          path: `${path}.${bodyOf(node)}`,
        }))
      : [],
  )
  if (named.length === 0) return []
  const hashes = named.map(({ hash }) => hash)
  const missing = await missingImages(tx, organisationId, hashes)
  return named.flatMap(({ hash, ...at }) =>
    missing.some(other => other.equals(hash))
      ? [
          {
            ...at,
            message: 'An image of this e-mail was deleted, or is not yours. Choose or upload another one.',
          },
        ]
      : [],
  )
}

const bodyOf = ({ blocks }: NodeOf<'send_email'>) => (blocks === undefined ? 'html' : 'blocks')

const imagesIn = (text: string, imagesAt: string): Buffer[] =>
  text
    .split(urlOf(imagesAt, ''))
    .slice(1)
    .flatMap(after => readName(/^[\w-]{43}\.(?:png|jpg)(?![\w.-])/.exec(after)?.[0] ?? '')?.hash ?? [])

async function secretFaults(
  tx: Sql,
  organisationId: string,
  calls: readonly { node: NodeOf<'call_webhook'>; path: string }[],
): Promise<Fault[]> {
  const named = calls.flatMap(({ node, path }) =>
    (node.headers ?? []).flatMap(({ secret }, index) =>
      secret === undefined ? [] : [{ node, path: `${path}.headers.${index}.secret`, secret }],
    ),
  )
  if (named.length === 0) return []
  const known = new Map((await listNamedSecrets(tx, organisationId)).map(({ name, host }) => [name, host]))
  return named.flatMap(({ node, path, secret }) => {
    const host = known.get(secret)
    if (host === undefined)
      return [
        {
          path,
          node: node.id,
          message: `There is no secret "${secret}". An owner can save it in the settings.`,
        },
      ]
    if (host === hostOf(node.url)) return []
    return [{ path, node: node.id, message: `The secret "${secret}" is for ${host} only.` }]
  })
}

/** The host is written out, before any template. */
const hostOf = (url: string) => {
  const [address = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

async function addressFaults(
  tx: Sql,
  organisationId: string,
  tasks: readonly { id: string; path: string; address: string }[],
): Promise<Fault[]> {
  const addresses = tasks.map(({ address }) => address.toLowerCase())
  const { rows } = await tx.query<{ email: string }>('SELECT member_addresses($1, $2) AS email', [
    organisationId,
    addresses,
  ])
  const members = new Set(rows.map(({ email }) => email))
  const domains = new Set((await readSettings(tx, organisationId))?.settings.notify_domains ?? [])
  return tasks.flatMap(({ id, path, address }) => {
    const lower = address.toLowerCase()
    const domain = lower.slice(lower.lastIndexOf('@') + 1)
    if (members.has(lower) || domains.has(domain)) return []
    const message =
      `Mail about tasks goes to members, and to domains that an owner has allowed. ${address} is neither: ` +
      `add ${domain} to the settings, or invite them.`
    return [{ path, node: id, message }]
  })
}
