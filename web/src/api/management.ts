import type {
  EventDetail,
  EventPage,
  TestEvent,
  TestEventAnswer,
  UnroutedInbox,
} from '@millrace/contract/dashboard/events'
import type { GuestPage, GuestTimeline } from '@millrace/contract/dashboard/guests'
import type { Home } from '@millrace/contract/dashboard/home'
import type { OutboxList, WholeMessage } from '@millrace/contract/dashboard/outbox'
import type {
  BulkAnswer,
  BulkCancel,
  BulkRetry,
  RunCount,
  RunInspection,
  RunPage,
} from '@millrace/contract/dashboard/runs'
import type { TaskAnswer, TaskChange, TaskList } from '@millrace/contract/dashboard/tasks'
import type { VenueAnswer, VenuePage } from '@millrace/contract/dashboard/venues'
import type { Guest } from '@millrace/contract/guest'
import type { Message } from '@millrace/contract/member'
import type { VenueChange } from '@millrace/contract/venue'
import type { Static } from 'typebox'
import { call } from './call.ts'
import { query } from './query.ts'

/** What happened, to whom and where: one function an address. */

export type Filter = Readonly<Record<string, string>>
type Cursor = string | null
const at = (place: string, id: string, rest = '') => `/${place}/${encodeURIComponent(id)}${rest}`
const list =
  <Page>(place: string) =>
  (filter: Filter, cursor: Cursor, signal: AbortSignal) =>
    call<Page>(`/${place}${query({ ...filter, cursor })}`, { signal })
/** Where the server writes what a list shows as a file. */
const file = (place: string) => (filter: Filter) =>
  `/dashboard/api/${place}/export${query({ format: 'csv', ...filter })}`

export const readHome = (range: string, signal: AbortSignal) =>
  call<Home>(`/home${query({ range })}`, { signal })

export const listRuns = list<Static<typeof RunPage>>('runs')
export const inspectRun = (id: string, signal: AbortSignal) => call<RunInspection>(at('runs', id), { signal })
export const retryRun = (id: string) =>
  call<Static<typeof Message>>(at('runs', id, '/retry'), { method: 'POST' })
export const cancelRun = (id: string) =>
  call<Static<typeof Message>>(at('runs', id, '/cancel'), { method: 'POST' })
export const runsFile = file('runs')
export const countRuns = (filter: Filter, signal: AbortSignal) =>
  call<RunCount>(`/runs/count${query(filter)}`, { signal })
export const retryRuns = (chosen: BulkRetry) =>
  call<BulkAnswer>('/runs/bulk-retry', { method: 'POST', json: chosen })
export const cancelRuns = (chosen: BulkCancel) =>
  call<BulkAnswer>('/runs/bulk-cancel', { method: 'POST', json: chosen })

export const listEvents = list<Static<typeof EventPage>>('events')
export const eventsFile = file('events')
export const readUnrouted = (signal: AbortSignal) =>
  call<Static<typeof UnroutedInbox>>('/events/unrouted', { signal })
export const sendTestEvent = (event: TestEvent) =>
  call<Static<typeof TestEventAnswer>>('/events', { method: 'POST', json: event })
export const readEvent = (id: string, signal: AbortSignal) => call<EventDetail>(at('events', id), { signal })

export const listMessages = list<Static<typeof OutboxList>>('outbox')
export const messagesFile = file('outbox')
export const readMessage = (id: string, signal: AbortSignal) =>
  call<WholeMessage>(at('outbox', id), { signal })

export const listTasks = list<Static<typeof TaskList>>('tasks')
export const changeTask = (id: string, change: TaskChange) =>
  call<Static<typeof TaskAnswer>>(at('tasks', id), { method: 'PATCH', json: change })

export const listVenues = list<Static<typeof VenuePage>>('venues')

export const listGuests = list<Static<typeof GuestPage>>('guests')
export const readTimeline = (id: string, cursor: Cursor, signal: AbortSignal) =>
  call<Static<typeof GuestTimeline>>(at('guests', id, `/timeline${query({ cursor })}`), { signal })
export const readGuest = (id: string, signal: AbortSignal) => call<Guest>(at('guests', id), { signal })
export const eraseGuest = (id: string) =>
  call<Static<typeof Message>>(at('guests', id, '/erase'), { method: 'POST', json: { guest_id: id } })
export const changeVenue = (serial: string, change: VenueChange) =>
  call<Static<typeof VenueAnswer>>(at('venues', serial), { method: 'PATCH', json: change })
