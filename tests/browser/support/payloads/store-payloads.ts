import { createSetupLink } from '../../../../server/src/members/setup-link.ts'
import { exchange, signedIn } from '../../../support/dashboard.ts'
import type { TestMillrace } from '../../../support/millrace.ts'
import { scriptWithPlaces } from './bodies.ts'
import type { Store } from './payloads.ts'
import { writeConnections } from './write-connections.ts'
import { writeEvents, writeMeanings, writeTask } from './write-events.ts'
import { writeGuests, writeVenues } from './write-guests-and-venues.ts'
import { writeImports } from './write-imports.ts'
import { type Links, writeKeys, writeMembers, writeOwner } from './write-people.ts'
import { writePieces } from './write-pieces.ts'
import { writeSegments } from './write-segments.ts'
import {
  allowWhatWorkflowsNeed,
  writeSettings,
  writeSubscriptions,
  writeSuppressions,
} from './write-settings.ts'
import { writeViews } from './write-views.ts'
import { writeScheduled, writeWorkflows } from './write-workflows.ts'
import { createWriter, type Writer } from './writer.ts'

/** An organisation in which everything that can be written is a payload. */
export interface Ground {
  readonly store: Store
  /** Of its owner, as name=value. */
  readonly cookie: string
  readonly get: Writer['get']
  readonly organisationId: string
  readonly guests: readonly string[]
  readonly workflow: string
  /** Made from a file. */
  readonly fileWorkflow: string
  /** Its draft has markup even where a published one could not. */
  readonly wildWorkflow: string
  /** Those that the clock starts. */
  readonly scheduled: readonly string[]
  readonly serial: string
  /** Sources that someone said something of. */
  readonly declared: readonly string[]
  readonly runs: readonly string[]
  readonly clientId: string
  /** A key with limits. */
  readonly limited: string
  readonly connection: string
  readonly tokenConnection: string
  readonly signedConnection: string
  readonly delivery: string
  readonly guestImport: string
  /** Other imports, whose pages show what theirs does not. */
  readonly otherImports: readonly string[]
  readonly segment: string
  readonly subscription: string
  /** Each segment, with what its form shows. */
  readonly segments: readonly (readonly [string, RegExp])[]
  readonly piece: string
  /** Each piece, with what its form shows. */
  readonly pieces: readonly (readonly [string, RegExp])[]
  readonly links: Links
}

/** The address of who came by SCIM, under which the list of members has their name. */
export const PROVISIONED = '"><svg/onload=hit(0)>@example.com'

export async function storePayloads(millrace: TestMillrace): Promise<Ground> {
  const { engine } = millrace.database
  const writer = createWriter(millrace)
  const organisationId = await writeOwner(writer, await createSetupLink(engine, null))
  const serial = await writeVenues(writer)
  const links = await writeMembers(writer, serial)
  const keys = await writeKeys(writer, serial)
  const people = await writeGuests(writer)
  await allowWhatWorkflowsNeed(writer)
  const pieces = await writePieces(writer)
  // A member may save and check so many drafts a minute: others write these, and the owner can look at every page at once.
  const another = async () => (await signedIn(millrace, organisationId)).cookie as string
  writer.relieveBy(another)
  const byAnother = async <T>(work: () => Promise<T>) => writer.as(await another(), work)
  const workflows = await byAnother(() => writeWorkflows(writer, serial))
  const script = scriptWithPlaces(workflows.source, serial)
  const scheduled = await byAnother(() => writeScheduled(writer, script))
  const runs = await byAnother(() => writeEvents(writer, people, workflows, serial))
  const declared = await writeMeanings(writer)
  // What is learnt of a source a minute after it came.
  await engine.query(
    `WITH learnt AS (
       INSERT INTO sources (organisation_id, source, events, first_seen_at, last_seen_at)
       SELECT $1, source, 3, now(), now() FROM unnest($2::text[] || $4::text[]) AS source
     )
     INSERT INTO source_fields (organisation_id, source, key, type, seen, first_seen_at, last_seen_at, example)
     SELECT $1, source, $3, 'text', 3, now(), now(), NULL FROM unnest($2::text[]) AS source`,
    [
      organisationId,
      [writer.kept.textOf('POST /dashboard/api/events parameters.source')],
      writer.kept.textOf('POST /dashboard/api/events parameters key'),
      declared,
    ],
  )
  // Browsers make no passkeys for the number that tests are at.
  await engine.query(
    `INSERT INTO passkeys (id, member_id, name, public_key, counter, transports)
     SELECT 'written', id, $1, '', 0, '{}' FROM members WHERE email = $2`,
    [
      writer.kept.textOf('POST /dashboard/api/guests name'),
      writer.kept.textOf('POST /dashboard/api/setup email'),
    ],
  )
  // Nor does an identity provider answer: what the page of the settings shows of one.
  const markup = writer.kept.textOf('POST /dashboard/api/guests name')
  await engine.query(
    `INSERT INTO single_sign_on (organisation_id, issuer, client_id, sealed_secret, scopes, group_claim, grants,
       enforced, saved_by)
     VALUES ($1, $2, $2, '', ARRAY[$2], $2, jsonb_build_array(
       jsonb_build_object('group', $2::text, 'role', 'viewer', 'serials', jsonb_build_array($2::text))), false, $2)`,
    [organisationId, markup],
  )
  await provision(millrace, writer, organisationId, markup)
  await writeTask(writer)
  const connections = await writeConnections(writer, serial)
  const imports = await writeImports(writer, serial, declared[0] as string)
  const segments = await writeSegments(writer)
  await writeViews(writer)
  await writeSettings(writer)
  await writeSuppressions(writer)
  const subscription = await writeSubscriptions(writer)
  return {
    store: writer.kept,
    subscription,
    cookie: writer.cookie(),
    get: writer.get,
    organisationId,
    guests: people.guests,
    workflow: workflows.workflow,
    fileWorkflow: workflows.file.id,
    wildWorkflow: workflows.wild,
    scheduled,
    serial,
    declared,
    runs,
    ...keys,
    ...connections,
    ...imports,
    ...segments,
    ...pieces,
    links,
  }
}

/** Someone whose name and group, which gives them their role, came by SCIM. */
async function provision(
  { url, database }: TestMillrace,
  writer: Writer,
  organisationId: string,
  markup: string,
): Promise<void> {
  await database.engine.query(
    `INSERT INTO single_sign_on_domains (organisation_id, domain, proven_at) VALUES ($1, 'example.com', now())`,
    [organisationId],
  )
  const { body } = await writer.send('POST', '/dashboard/api/single-sign-on/scim-token')
  const headers = { authorization: `Bearer ${body.token}`, 'content-type': 'application/scim+json' }
  const create = async (what: 'Users' | 'Groups', json: object) => {
    const { status, text } = await exchange(`${url}/scim/v2/${what}`, 'POST', JSON.stringify(json), headers)
    if (status !== 201) throw new Error(text)
    return (JSON.parse(text) as { id: string }).id
  }
  const externalId = markup
  const value = await create('Users', { userName: PROVISIONED, displayName: markup, externalId })
  await create('Groups', { displayName: markup, externalId, members: [{ value }] })
}
