import { brandAt } from '@millrace/contract/brand'
import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import type { Preview, PreviewRequest } from '@millrace/contract/dashboard/workflows'
import type { EmailBlocks } from '@millrace/contract/email-blocks'
import type { VisitFacts } from '@millrace/contract/visit'
import type { Variable } from '@millrace/contract/workflow'
import { TookTooLong } from '#base/thread.ts'
import { languageOf } from '#channels/guest-words.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestProfile, profileColumns } from '#guests/guest-profile.ts'
import { weighImages } from '#images/weigh-images.ts'
import { readClock } from '#runs/load/read-clock.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { guestVisitsOf } from '#visits/guest-visits.ts'
import { variablesAt } from '#workflows/compile.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import type { EventFacts } from '#workflows/facts.ts'
import { expandPieces } from '#workflows/pieces/expand-pieces.ts'
import { piecesNamedIn } from '#workflows/pieces/validate-expanded.ts'
import { findVisibleEvent } from '../events/find-visible-event.ts'
import type { Sight } from '../lists/sight.ts'
import { lackingValues } from './lacking-values.ts'
import { longestName, previewSms } from './preview-sms.ts'
import {
  type PreviewAside,
  type PreviewQuestion,
  type RenderedPreview,
  renderPreview,
} from './render-preview.ts'

/** Clearly not a real guest. */
const invented: GuestProfile = {
  id: '00000000-0000-7000-8000-000000000000',
  name: 'Ada Example',
  email: 'ada@example.com',
  phone: '+442079460000',
  email_consent: true,
  sms_consent: true,
  do_not_contact: false,
  tags: ['regular'],
  points: 120,
  attributes: {},
}

const inventedVisits: VisitFacts = {
  visits: 3,
  first_visit: '2026-01-10T19:30:00.000Z',
  last_visit: '2026-03-14T19:30:00.000Z',
  days_since_last_visit: 12,
  spend: 142.5,
  spend_30_days: 48,
  spend_90_days: 142.5,
  spend_365_days: 142.5,
  average_spend: 47.5,
  currency: 'GBP',
  favourite_venue: 'A',
  bookings: 2,
  no_shows: 0,
}

export type PreviewMissing = 'guest' | 'event' | 'workflow'

/**
 * Renders a text as a step would, for a guest and an event. A guest, event or workflow that does not exist is
 * reported by its field. `tx` keeps no connection while the text waits for its turn on a thread.
 */
export async function previewTemplate(
  tx: Sql,
  organisations: OrganisationFactsCache,
  { organisationId, sight }: { organisationId: string; sight: Sight },
  {
    text = '',
    blocks: written,
    channel,
    guest_id,
    event_id,
    workflow_id,
    language,
    marketing,
  }: PreviewRequest,
  aside?: PreviewAside,
): Promise<Preview | PreviewMissing> {
  const blocks = written && (await blocksNow(tx, organisationId, written))
  const [guest, event, workflow, found, now] = await Promise.all([
    guest_id === undefined ? invented : findGuest(tx, organisationId, guest_id.toLowerCase()),
    event_id === undefined
      ? nothingHappened
      : findVisibleEvent(tx, organisationId, event_id.toLowerCase(), sight),
    workflow_id === undefined ? noWorkflow : findVariables(tx, organisationId, workflow_id.toLowerCase()),
    organisations.find(tx, [organisationId]),
    readClock(tx),
  ])
  if (guest === undefined) return 'guest'
  if (event === undefined) return 'event'
  if (workflow === undefined) return 'workflow'
  const { settings, venues } = found.get(organisationId) as OrganisationFacts
  const [serial] = event.serials
  const venue = (serial !== undefined && venues.get(serial)) || null
  const visits = JSON.stringify([text, blocks]).includes('facts')
    ? await findVisits(tx, organisationId, guest, serial)
    : undefined
  const question = {
    text,
    blocks,
    brand: brandAt(settings.brand, venue?.brand),
    channel,
    facts: {
      guest: visits === undefined ? guest : { ...guest, facts: visits.all, facts_here: visits.here },
      event,
      venue,
      workflow: { name: workflow.name, variables: variablesAt(workflow.variables, serial) },
      run: { id: invented.id },
      links: nowhere,
    },
    options: {
      timeZone: venue?.time_zone ?? settings.time_zone,
      locale: language ?? venue?.locale ?? settings.locale,
      now,
    },
  }
  const isShort = blocks === undefined && text.length <= RENDERED_AT_ONCE
  const rendered = async (asked: PreviewQuestion) =>
    isShort || aside === undefined ? renderPreview(asked) : aside(asked)
  try {
    if (channel === 'sms') {
      const optOut = marketing
        ? {
            sms: settings.sms,
            from: venue?.sms_from ?? undefined,
            to: guest.phone,
            links: nowhere,
            language: languageOf(guest.attributes.language, question.options.locale),
          }
        : undefined
      const longest = guest === invented ? await longestName(tx, organisationId) : undefined
      return await previewSms(question, rendered, optOut, longest)
    }
    const preview = await rendered(question)
    if (blocks === undefined || preview.email === undefined) return plainPreview(preview)
    const [lacking, image_bytes] = await Promise.all([
      lackingValues(tx, organisationId, blocks, preview.variables),
      weighImages(tx, organisationId, preview.text ?? ''),
    ])
    const has_unsubscribe = preview.variables.some(value => /^links\.(unsubscribe|preferences)$/.test(value))
    return { ...preview, email: { ...preview.email, image_bytes, has_unsubscribe, lacking } }
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    return {
      text: null,
      variables: [],
      faults: [{ message: 'This text takes too long to render. Make it shorter.', line: 1, column: 1 }],
    }
  }
}

/** They open nothing. */
const nowhere = { unsubscribe: '/unsubscribe/…', preferences: '/preferences/…', answer: '/answer/…' }

const plainPreview = ({ email: _email, ...preview }: RenderedPreview): Preview => preview

/** In characters. Four kilobytes of one template took 190 ms on a busy machine that was just started. */
const RENDERED_AT_ONCE = 512

const nothingHappened: EventFacts = { source: null, serials: [], parameters: {} }
const noWorkflow: { name: string; variables: readonly Variable[] } = { name: 'A workflow', variables: [] }

/** With what their pieces say; a piece that is not there says nothing, and is a fault where it is used. */
async function blocksNow(tx: Sql, organisationId: string, blocks: EmailBlocks): Promise<EmailBlocks> {
  const nodes = [{ type: 'send_email', blocks }]
  const pieces = await piecesNamedIn(tx, organisationId, { nodes })
  const { document } = expandPieces({ nodes }, pieces)
  return (document as { nodes: [{ blocks: EmailBlocks }] }).nodes[0].blocks
}

async function findGuest(tx: Sql, organisationId: string, id: string): Promise<GuestProfile | undefined> {
  const { rows } = await tx.query<GuestProfile>(
    `SELECT ${profileColumns} FROM guests g WHERE g.organisation_id = $1 AND g.id = current_guest($1, $2)`,
    [organisationId, id],
  )
  return rows[0]
}

async function findVisits(
  tx: Sql,
  organisationId: string,
  { id: guestId }: GuestProfile,
  serial: string | undefined,
): Promise<GuestVisits> {
  if (guestId === invented.id) return { all: inventedVisits, here: inventedVisits }
  const [found] = await guestVisitsOf(tx, [{ organisationId, guestId, serial: serial ?? null }])
  return found as GuestVisits
}

/** From the draft, which is what is being edited. */
async function findVariables(tx: Sql, organisationId: string, id: string) {
  const draft = await readDraft(tx, organisationId, id)
  if (draft === undefined) return undefined
  const declared = (draft.document as { variables?: unknown } | null)?.variables
  return { name: draft.name, variables: Array.isArray(declared) ? declared.filter(isVariable) : [] }
}

/** A draft may be anything. */
function isVariable(value: unknown): value is Variable {
  if (value === null || typeof value !== 'object') return false
  const { key, venues } = value as Record<string, unknown>
  const overrides = venues === undefined || (typeof venues === 'object' && venues !== null)
  return typeof key === 'string' && overrides
}
