import { listSegments } from '@millrace/contract/operations/dashboard/segments'
import { uuidPattern } from '@millrace/contract/uuid-pattern'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { listMembers } from '../../api/dashboard.ts'
import { inspectRun, listGuests, listVenues, readEvent, readGuest } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { listSources } from '../../api/sources.ts'
import { listWorkflows } from '../../api/workflows.ts'
import type { IconName } from '../../components/Icon.tsx'
import { isFound } from '../../components/is-found.ts'
import { sourcePath } from '../../features/source/source-path.ts'
import { statusInWords } from '../../features/workflow/status.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import type { Choice } from './choice.ts'

const PAUSE_MS = 150
const SHOWN_OF_EACH = 4
const isId = new RegExp(uuidPattern)

type Found = Omit<Choice, 'act'> & { readonly path: string }

/**
 * What the server knows by this name or id: guests, workflows, venues, segments, sources, members; runs, events and guests by
 * their ids.
 */
export function useFoundChoices(typed: string): { choices: Choice[]; looking: boolean } {
  const [, navigate] = useLocation()
  const everyVenue = useSignedIn().serials === null
  const text = useLate(typed.trim())
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) =>
      isId.test(text) ? findById(text, signal) : findByName(text, everyVenue, signal),
    enabled: text !== '',
    retry: false,
  })
  // Results for an earlier text must not be what Enter opens.
  const looking = isFetching || isPlaceholderData || text !== typed.trim()
  const shown = looking || text === '' ? [] : data
  return { choices: shown.map(({ path, ...one }) => ({ ...one, act: () => navigate(path) })), looking }
}

/** The text when typing last paused. */
function useLate(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return late
}

/** "pause welcome" is about a workflow called like that; "pausar welcome" too. */
const PAUSE = /^paus(?:e|ar)\s+(.+)$/i

async function findToPause(text: string, signal: AbortSignal): Promise<Found[]> {
  const workflows = await orNone(
    asked(listWorkflows({ name: text, status: 'active' }, null, signal)).then(({ data }) => data),
  )
  return workflows.slice(0, SHOWN_OF_EACH).map(({ id, name }) => ({
    id: `pause ${id}`,
    group: 'found',
    name: t`Pause ${name}…`,
    icon: 'flow',
    path: `/workflows/${id}?do=pause`,
  }))
}

async function findByName(text: string, everyVenue: boolean, signal: AbortSignal): Promise<Found[]> {
  const toPause = PAUSE.exec(text)?.[1]
  if (toPause !== undefined) return findToPause(toPause, signal)
  const [guests, workflows, venues, segments, sources, members] = await Promise.all([
    orNone(asked(listGuests({ text }, null, signal)).then(({ data }) => data)),
    orNone(asked(listWorkflows({ name: text, status: '' }, null, signal)).then(({ data }) => data)),
    orNone(asked(listVenues({ text }, null, signal)).then(({ data }) => data)),
    // A segment is about guests of every venue.
    everyVenue ? orNone(asked(call(listSegments, { signal })).then(({ data }) => data)) : [],
    orNone(asked(listSources(signal)).then(({ data }) => data)),
    orNone(asked(listMembers(signal)).then(({ data }) => data)),
  ])
  return [
    ...guests
      .slice(0, SHOWN_OF_EACH)
      .map(({ id, name, email }) => found('/guests', id, 'person', name ?? id, email ?? undefined)),
    ...workflows
      .slice(0, SHOWN_OF_EACH)
      .map(({ id, name, status }) => found('/workflows', id, 'flow', name, statusInWords(status))),
    ...venues
      .slice(0, SHOWN_OF_EACH)
      .map(({ serial, name }) => found('/venues', serial, 'place', name, serial)),
    ...segments
      .filter(({ name }) => isFound(name, text))
      .slice(0, SHOWN_OF_EACH)
      .map(({ id, name }) => found('/segments', id, 'people', name, t`Segment`)),
    ...sources
      .flatMap(({ source }) => (source !== null && isFound(source, text) ? source : []))
      .slice(0, SHOWN_OF_EACH)
      .map(source => at(sourcePath(source), 'flash', source, t`Source`)),
    ...members
      .filter(({ name, email }) => isFound(`${name} ${email}`, text))
      .slice(0, SHOWN_OF_EACH)
      .map(({ id, name, email }) => at(`/settings/members?member=${id}`, 'person', name, email)),
  ]
}

/** An id does not say what it names, so every kind is asked for. */
async function findById(id: string, signal: AbortSignal): Promise<Found[]> {
  const kinds = await Promise.all([
    orNone(
      asked(inspectRun(id, signal)).then(({ run }) => [
        found('/runs', id, 'arrow', t`Run of ${run.guest_name ?? t`a guest`}`, run.workflow_name),
      ]),
    ),
    orNone(
      asked(readEvent(id, signal)).then(({ event, guest_name }) => [
        found('/events', id, 'flash', t`Event of ${guest_name ?? t`a guest`}`, event.source ?? undefined),
      ]),
    ),
    orNone(
      asked(readGuest(id, signal)).then(({ name, email }) => [
        found('/guests', id, 'person', name ?? id, email ?? undefined),
      ]),
    ),
  ])
  return kinds.flat()
}

const found = (place: string, id: string, icon: IconName, name: string, about?: string): Found =>
  at(`${place}/${encodeURIComponent(id)}`, icon, name, about)

const at = (path: string, icon: IconName, name: string, about?: string): Found => ({
  id: path,
  group: 'found',
  name,
  about,
  icon,
  path,
})

/** A kind that could not be read counts as not found; the others still show. */
const orNone = <T>(rows: Promise<T[]>): Promise<T[]> => rows.catch(() => [])
