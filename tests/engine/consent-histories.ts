import fc from 'fast-check'
import { changeFromOutside } from '../../server/src/guests/change-from-outside.ts'
import { chooseConsent } from '../../server/src/guests/choose-consent.ts'
import { updateGuest } from '../../server/src/guests/update-guest.ts'
import { givingWay } from '../../server/src/merging/give-way.ts'
import { mergeGuests } from '../../server/src/merging/merge-guests.ts'
import { guestChanged } from '../../server/src/runs/commands/guest-changed.ts'
import { heedSms } from '../../server/src/runs/commands/heed-sms.ts'
import { confirmConsent } from '../../server/src/runs/confirmation/confirm-consent.ts'
import { liftSuppression } from '../../server/src/suppressions/enter-and-lift.ts'
import { suppress } from '../../server/src/suppressions/suppress.ts'
import { end, mail, sms, workflow } from './nodes.ts'
import type { Stage } from './stage.ts'

/** Random histories of consent, and after each of their events what a guest is sent, beside what a simple model allows. */

type Channel = 'email' | 'sms'
const channels = ['email', 'sms'] as const

type Happening =
  | { readonly is: 'member'; readonly channel: Channel; readonly yes: boolean }
  | { readonly is: 'integration'; readonly channel: Channel; readonly yes: boolean }
  | { readonly is: 'link'; readonly channel: Channel; readonly yes: boolean }
  | { readonly is: 'topic'; readonly by: 'member' | 'link' | 'integration'; readonly yes: boolean }
  | { readonly is: 'end everything' }
  | { readonly is: 'confirm' }
  | { readonly is: 'sms'; readonly wish: 'stop' | 'start' }
  | { readonly is: 'bounce'; readonly channel: Channel }
  | { readonly is: 'lift'; readonly channel: Channel }
  | { readonly is: 'do not contact'; readonly yes: boolean }
  | { readonly is: 'new address' }
  /** Someone else, who said this of each channel, turns out to be the same person. */
  | {
      readonly is: 'merge'
      readonly said: Record<Channel, 'yes' | 'no' | 'nothing' | 'no address'>
      readonly events: boolean
      readonly doNotContact: boolean
    }

const channel = fc.constantFrom(...channels)
const said = fc.constantFrom('yes' as const, 'no' as const, 'nothing' as const, 'no address' as const)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    is: fc.constantFrom('member' as const, 'integration' as const, 'link' as const),
    channel,
    yes: fc.boolean(),
  }) as fc.Arbitrary<Happening>,
  fc.record({
    is: fc.constant('topic' as const),
    by: fc.constantFrom('member' as const, 'link' as const, 'integration' as const),
    yes: fc.boolean(),
  }),
  fc.constant({ is: 'end everything' as const }),
  fc.constant({ is: 'confirm' as const }),
  fc.record({ is: fc.constant('sms' as const), wish: fc.constantFrom('stop' as const, 'start' as const) }),
  fc.record({ is: fc.constant('bounce' as const), channel }),
  fc.record({ is: fc.constant('lift' as const), channel }),
  fc.record({ is: fc.constant('do not contact' as const), yes: fc.boolean() }),
  fc.constant({ is: 'new address' as const }),
  fc.record({
    is: fc.constant('merge' as const),
    said: fc.record({ email: said, sms: said }),
    events: fc.boolean(),
    doNotContact: fc.integer({ min: 0, max: 3 }).map(chosen => chosen === 0),
  }),
)

/** What is known of a guest by the model. */
interface Model {
  readonly consent: Record<Channel, 'unasked' | 'asked' | 'given' | 'refused'>
  readonly suppressed: Record<Channel, boolean>
  doNotContact: boolean
  /** Whether they want marketing about events. */
  events: boolean
}

interface Guest {
  readonly id: string
  readonly number: number
  readonly model: Model
  readonly history: readonly Happening[]
  addresses: number
  /** Who were merged into them. */
  others: number
}

const addressOf = ({ number, addresses }: Guest, of: Channel) =>
  of === 'email' ? `g${number}-${addresses}@example.com` : `+4470${String(number).padStart(7, '0')}`

export interface Histories {
  readonly histories: number
  readonly sent: number
  readonly seed: number
  /** The first difference. */
  readonly fault: string | undefined
}

const AT_ONCE = 200
const LONGEST = 8

export async function compareHistories(
  stage: Stage,
  wanted: number,
  {
    seed = Math.floor(Math.random() * 2 ** 31),
    confirms = false,
  }: { seed?: number; confirms?: boolean } = {},
): Promise<Histories> {
  await stage.settings({ double_opt_in: confirms })
  await stage.publish(
    workflow('say', [
      mail('news', 'concert'),
      { ...mail('concert', 'offer'), topic: 'events' },
      sms('offer', 'confirm'),
      { ...mail('confirm', 'remind'), class: 'transactional' },
      { ...sms('remind'), class: 'transactional' },
      end,
    ]),
  )
  const histories = fc.sample(fc.array(happening, { minLength: 1, maxLength: LONGEST }), {
    numRuns: wanted,
    seed,
  })
  let sent = 0
  for (let first = 0; first < wanted; first += AT_ONCE) {
    const guests = await Promise.all(
      histories.slice(first, first + AT_ONCE).map((history, index) => enter(stage, first + index, history)),
    )
    for (let round = 0; round < LONGEST; round += 1) {
      const alive = guests.filter(({ history }) => round < history.length)
      for (const guest of alive) await happen(stage, guest, guest.history[round] as Happening, confirms)
      const found = await sayAll(stage, alive)
      for (const guest of alive) {
        const got = found.get(guest.id) ?? []
        sent += got.length
        const allowed = allowedOf(guest.model)
        if (got.join() !== allowed.join()) {
          const happened = JSON.stringify(guest.history.slice(0, round + 1))
          return { histories: first, sent, seed, fault: `sent ${got}, allowed ${allowed}, after ${happened}` }
        }
      }
    }
  }
  return { histories: wanted, sent, seed, fault: undefined }
}

async function enter(stage: Stage, number: number, history: readonly Happening[]): Promise<Guest> {
  const model: Model = {
    consent: { email: 'unasked', sms: 'unasked' },
    suppressed: { email: false, sms: false },
    doNotContact: false,
    events: true,
  }
  const guest = { id: '', number, model, history, addresses: 0, others: 0 }
  const id = await stage.guest({ email: addressOf(guest, 'email'), phone: addressOf(guest, 'sms') })
  return { ...guest, id }
}

/** The nodes whose messages the guest may be sent. */
function allowedOf({ consent, suppressed, doNotContact, events }: Model): string[] {
  const nodes = { email: ['news', 'confirm'], sms: ['offer', 'remind'] } as const
  return channels
    .flatMap(of => {
      if (doNotContact || suppressed[of]) return []
      const [marketing, transactional] = nodes[of]
      if (consent[of] !== 'given') return [transactional]
      return [marketing, transactional, ...(of === 'email' && events ? ['concert'] : [])]
    })
    .toSorted()
}

async function sayAll(stage: Stage, guests: readonly Guest[]): Promise<Map<string, string[]>> {
  const since = (await stage.query<{ now: Date }>('SELECT clock_timestamp() AS now'))[0]?.now as Date
  await stage.events(guests.map(({ id }) => ({ guestId: id, source: 'say' })))
  while ((await stage.workOnce()) > 0);
  const rows = await stage.query<{ guest_id: string; nodes: string[] }>(
    `SELECT guest_id, array_agg(node_id ORDER BY node_id) AS nodes FROM messages
     WHERE created_at >= $1 AND status = 'kept' GROUP BY 1`,
    [since],
  )
  return new Map(rows.map(({ guest_id, nodes }) => [guest_id, nodes]))
}

/** By the functions that the dashboard, the API, the links and the providers call. */
async function happen(stage: Stage, guest: Guest, event: Happening, confirms: boolean): Promise<void> {
  const { organisationId } = stage
  const { model, id } = guest
  const changed = guestChanged(stage, organisationId)
  const byMember = { how: 'member', actor: 'test', reason: 'asked' } as const
  switch (event.is) {
    case 'member':
      await stage.asTenant(tx =>
        updateGuest(tx, organisationId, id, { [`${event.channel}_consent`]: event.yes }, byMember, changed),
      )
      if (event.yes) model.consent[event.channel] = 'given'
      else if (model.consent[event.channel] === 'given') model.consent[event.channel] = 'refused'
      else if (model.consent[event.channel] === 'asked') model.consent[event.channel] = 'unasked'
      return
    case 'integration': {
      const statement = { given: event.yes, at: '2026-01-01T00:00:00Z', where: 'a form', words: 'News' }
      const outside = { fields: {}, consent: { [event.channel]: statement } }
      await stage.asTenant(tx => changeFromOutside(tx, organisationId, id, outside, 'key', changed))
      if (!event.yes) model.consent[event.channel] = 'refused'
      else if (model.consent[event.channel] === 'unasked')
        model.consent[event.channel] = confirms && event.channel === 'email' ? 'asked' : 'given'
      return
    }
    case 'link':
      await stage.asTenant(tx =>
        chooseConsent(tx, organisationId, id, { [`${event.channel}_consent`]: event.yes }, {}, changed),
      )
      model.consent[event.channel] = event.yes ? 'given' : 'refused'
      return
    case 'topic': {
      const choice = { topics: { events: event.yes } }
      const outside = { fields: {}, topics: { events: { on: event.yes, at: '2026-01-01T00:00:00Z' } } }
      await stage.asTenant(tx => {
        if (event.by === 'link') return chooseConsent(tx, organisationId, id, choice, {}, changed)
        if (event.by === 'member') return updateGuest(tx, organisationId, id, choice, byMember, changed)
        return changeFromOutside(tx, organisationId, id, outside, 'key', changed)
      })
      if (event.by !== 'integration' || !event.yes) model.events = event.yes
      return
    }
    case 'end everything':
      await stage.asTenant(tx =>
        chooseConsent(tx, organisationId, id, { email_consent: false, sms_consent: false }, {}, changed),
      )
      for (const of of channels) model.consent[of] = 'refused'
      return
    case 'confirm': {
      const token = { organisationId, guestId: id, isFor: (email: string | null) => email !== null }
      await stage.asTenant(tx => confirmConsent(tx, stage, token, 'I agree'))
      if (model.consent.email === 'asked') model.consent.email = 'given'
      return
    }
    case 'sms': {
      const heard = { from: addressOf(guest, 'sms'), wish: event.wish, words: event.wish }
      await stage.asTenant(tx => heedSms(tx, stage, organisationId, heard))
      model.consent.sms = event.wish === 'start' ? 'given' : 'refused'
      return
    }
    case 'bounce': {
      const { channel: of } = event
      const entry = {
        channel: of,
        address: addressOf(guest, of),
        reason: 'hard_bounce',
        source: 'test',
        note: null,
      } as const
      await stage.asTenant(tx => suppress(tx, organisationId, [entry]))
      model.suppressed[of] = true
      return
    }
    case 'lift': {
      const { channel: of } = event
      const [entry] = await stage.query<{ id: string }>(
        'SELECT id FROM suppressions WHERE channel = $1 AND address = $2 AND lifted_at IS NULL',
        [of, addressOf(guest, of)],
      )
      if (entry === undefined) return
      await stage.asTenant(tx =>
        liftSuppression(tx, organisationId, entry.id, { actor: 'test', because: 'works again' }),
      )
      model.suppressed[of] = false
      return
    }
    case 'do not contact':
      await stage.asTenant(tx =>
        updateGuest(tx, organisationId, id, { do_not_contact: event.yes }, byMember, changed),
      )
      model.doNotContact = event.yes
      return
    case 'new address':
      guest.addresses += 1
      await stage.asTenant(tx =>
        updateGuest(tx, organisationId, id, { email: addressOf(guest, 'email') }, byMember, changed),
      )
      model.suppressed.email = false
      return
    case 'merge':
      await merge(stage, guest, event)
      model.doNotContact ||= event.doNotContact
      model.events &&= event.events
      for (const of of channels) model.consent[of] = stricter(model.consent[of], event.said[of])
  }
}

/** Of the guest who stays, who has both addresses. What was given is taken back where the other could have been asked too. */
function stricter(
  consent: Model['consent'][Channel],
  other: Extract<Happening, { is: 'merge' }>['said'][Channel],
): Model['consent'][Channel] {
  if (other === 'no') return 'refused'
  return consent === 'given' && other === 'nothing' ? 'refused' : consent
}

async function merge(
  stage: Stage,
  guest: Guest,
  { said, events, doNotContact }: Extract<Happening, { is: 'merge' }>,
): Promise<void> {
  const { organisationId } = stage
  guest.others += 1
  const number = `${guest.others}${String(guest.number).padStart(6, '0')}`
  const mergedId = await stage.guest({
    email: said.email === 'no address' ? null : `o${number}@example.com`,
    phone: said.sms === 'no address' ? null : `+4471${number}`,
  })
  const by = { how: 'member', actor: 'test', reason: 'asked' } as const
  await stage.asTenant(async tx => {
    for (const of of channels) {
      const choice = { [`${of}_consent`]: said[of] === 'yes' }
      if (said[of] === 'yes' || said[of] === 'no')
        await chooseConsent(tx, organisationId, mergedId, choice, {}, unchanged)
    }
    const rest = { do_not_contact: doNotContact, topics: { events } }
    await updateGuest(tx, organisationId, mergedId, rest, by, unchanged)
  })
  const merging = { organisationId, by, consequences: unchanged, allowed: async () => {} }
  const merged = await givingWay(stage.database.engine, organisationId, tx =>
    mergeGuests(tx, merging, { guestId: guest.id, mergedId }),
  )
  if (merged.kind !== 'merged') throw new Error(`not merged: ${merged.kind}`)
}

/** Nobody has a run that a merge could end. */
const unchanged = async () => {}
