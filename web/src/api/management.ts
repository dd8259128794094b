import * as events from '@millrace/contract/operations/dashboard/events'
import * as guests from '@millrace/contract/operations/dashboard/guests'
import * as home from '@millrace/contract/operations/dashboard/home'
import * as outbox from '@millrace/contract/operations/dashboard/outbox'
import * as runs from '@millrace/contract/operations/dashboard/runs'
import * as suppressions from '@millrace/contract/operations/dashboard/suppressions'
import * as tasks from '@millrace/contract/operations/dashboard/tasks'
import * as venues from '@millrace/contract/operations/dashboard/venues'
import type { Body } from '@millrace/contract/operations/operation'
import { addressOf, type Filter } from './address.ts'
import { call } from './call.ts'

/** What happened, to whom and where: each operation as the pages ask it. */

type Cursor = string | null
/** Where the server writes what a list shows as a file. */
const csv = { format: 'csv' } as const

export const readHome = (range: string, signal: AbortSignal) =>
  call(home.readHome, { query: { range }, signal })

export type RunFilter = Filter<typeof runs.listRuns>
export const listRuns = (filter: RunFilter, cursor: Cursor, signal: AbortSignal) =>
  call(runs.listRuns, { query: { ...filter, cursor }, signal })
export const runsFile = (filter: RunFilter) => addressOf(runs.exportRuns, { query: { ...csv, ...filter } })
export const inspectRun = (id: string, signal: AbortSignal) =>
  call(runs.inspectRun, { params: { id }, signal })
export const retryRun = (id: string) => call(runs.retryRun, { params: { id } })
export const cancelRun = (id: string) => call(runs.cancelRun, { params: { id } })
export const countRuns = (filter: RunFilter, signal: AbortSignal) =>
  call(runs.countRuns, { query: filter, signal })
/** As a list counts its rows. */
export const countListed = async (filter: RunFilter, signal: AbortSignal) => {
  const answer = await countRuns(filter, signal)
  return answer.ok ? { ...answer, value: { count: answer.value.runs, more: answer.value.more } } : answer
}
export const retryRuns = (body: Body<typeof runs.retryRuns>) => call(runs.retryRuns, { body })
export const cancelRuns = (body: Body<typeof runs.cancelRuns>) => call(runs.cancelRuns, { body })

type EventFilter = Filter<typeof events.listEvents>
export const listEvents = (filter: EventFilter, cursor: Cursor, signal: AbortSignal) =>
  call(events.listEvents, { query: { ...filter, cursor }, signal })
export const countEvents = (filter: Filter<typeof events.countEvents>, signal: AbortSignal) =>
  call(events.countEvents, { query: filter, signal })
export const eventsFile = (filter: EventFilter) =>
  addressOf(events.exportEvents, { query: { ...csv, ...filter } })
export const readUnrouted = (signal: AbortSignal) => call(events.readUnrouted, { signal })
export const sendTestEvent = (body: Body<typeof events.sendTestEvent>) => call(events.sendTestEvent, { body })
export const readEvent = (id: string, signal: AbortSignal) =>
  call(events.readEvent, { params: { id }, signal })

type MessageFilter = Filter<typeof outbox.listMessages>
export const listMessages = (filter: MessageFilter, cursor: Cursor, signal: AbortSignal) =>
  call(outbox.listMessages, { query: { ...filter, cursor }, signal })
export const countMessages = (filter: Filter<typeof outbox.countMessages>, signal: AbortSignal) =>
  call(outbox.countMessages, { query: filter, signal })
export const messagesFile = (filter: MessageFilter) =>
  addressOf(outbox.exportMessages, { query: { ...csv, ...filter } })
export const readMessage = (id: string, signal: AbortSignal) =>
  call(outbox.readMessage, { params: { id }, signal })
/** The e-mail itself, for a frame. */
export const mailAddress = (id: string) => addressOf(outbox.drawMessage, { params: { id } })

export const listSuppressions = (
  filter: Filter<typeof suppressions.listSuppressions>,
  cursor: Cursor,
  signal: AbortSignal,
) => call(suppressions.listSuppressions, { query: { ...filter, cursor }, signal })
export const countSuppressions = (
  filter: Filter<typeof suppressions.countSuppressions>,
  signal: AbortSignal,
) => call(suppressions.countSuppressions, { query: filter, signal })
export const enterSuppression = (body: Body<typeof suppressions.enterSuppression>) =>
  call(suppressions.enterSuppression, { body })
export const liftSuppression = (id: string, body: Body<typeof suppressions.liftSuppression>) =>
  call(suppressions.liftSuppression, { params: { id }, body })

export const listTasks = (filter: Filter<typeof tasks.listTasks>, cursor: Cursor, signal: AbortSignal) =>
  call(tasks.listTasks, { query: { ...filter, cursor }, signal })
export const countTasks = (filter: Filter<typeof tasks.countTasks>, signal: AbortSignal) =>
  call(tasks.countTasks, { query: filter, signal })
export const changeTask = (id: string, body: Body<typeof tasks.changeTask>) =>
  call(tasks.changeTask, { params: { id }, body })

type VenueFilter = Filter<typeof venues.listVenues>
export const listVenues = (filter: VenueFilter, cursor: Cursor, signal: AbortSignal) =>
  call(venues.listVenues, { query: { ...filter, cursor }, signal })
export const countVenues = (filter: Filter<typeof venues.countVenues>, signal: AbortSignal) =>
  call(venues.countVenues, { query: filter, signal })
export const venuesFile = (filter: VenueFilter) =>
  addressOf(venues.exportVenues, { query: { ...csv, ...filter } })
export const changeVenue = (serial: string, body: Body<typeof venues.changeVenue>) =>
  call(venues.changeVenue, { params: { serial }, body })

export const listGuests = (filter: Filter<typeof guests.searchGuests>, cursor: Cursor, signal: AbortSignal) =>
  call(guests.searchGuests, { query: { ...filter, cursor }, signal })
export const countGuests = (filter: Filter<typeof guests.countGuests>, signal: AbortSignal) =>
  call(guests.countGuests, { query: filter, signal })
export const guestsFile = (tag: string) => addressOf(guests.exportGuests, { query: { ...csv, tag } })
export const readTimeline = (id: string, cursor: Cursor, signal: AbortSignal) =>
  call(guests.readTimeline, { params: { id }, query: { cursor }, signal })
export const readGuest = (id: string, signal: AbortSignal) =>
  call(guests.readGuest, { params: { id }, signal })
export const readGuestFacts = (id: string, signal: AbortSignal) =>
  call(guests.readGuestFacts, { params: { id }, signal })
export const eraseGuest = (id: string) => call(guests.eraseGuest, { params: { id }, body: { guest_id: id } })
