import { newId } from '../../server/src/base/ids.ts'
import { type Ground, SOURCE } from './ground.ts'
import { eventually, request } from './millrace.ts'
import { launchProcess, type Process } from './processes.ts'

/** What a run of the ground's workflow is worth. */
const POINTS = 15

type Send = (url: string) => Promise<{ status: number; body: { code?: string } }>

const read = async ({ engine, organisationId }: Ground, ids: readonly string[]) => {
  const { rows } = await engine.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM guests WHERE organisation_id = $1 AND id = ANY($2)) AS guests,
            (SELECT sum(points)::int FROM guests WHERE organisation_id = $1 AND id = ANY($2)) AS points,
            (SELECT count(*)::int FROM events e JOIN guests g ON g.organisation_id = $1 AND g.id = e.guest_id
             WHERE e.organisation_id = $1 AND g.id = ANY($2)) AS events,
            (SELECT count(*)::int FROM runs r JOIN guests g ON g.organisation_id = $1 AND g.id = r.guest_id
             WHERE r.organisation_id = $1 AND g.id = ANY($2)) AS runs,
            (SELECT count(*)::int FROM guest_merges WHERE organisation_id = $1 AND undone_at IS NULL
               AND merged_id = ANY($2)) AS merges`,
    [organisationId, ids],
  )
  return rows[0] as Record<string, number>
}

/** Two guests, each with an event whose run is over. */
async function pair(ground: Ground, living: Process): Promise<[string, string]> {
  const ids: [string, string] = [newId(), newId()]
  await ground.engine.query('INSERT INTO guests (organisation_id, id) SELECT $1, unnest($2::uuid[])', [
    ground.organisationId,
    ids,
  ])
  const token = await ground.token(living.url)
  for (const id of ids) {
    await request(`${living.url}/v1/workflows/incoming-event`, {
      token,
      json: { organisation_registration_id: id, parameters: { source: SOURCE } },
    })
  }
  await eventually(
    () => read(ground, ids),
    ({ points }) => points === 2 * POINTS,
  )
  return ids
}

/**
 * Merges two guests, or undoes their merge, in a process that dies at this point, and asks again where nothing happens.
 * Returns what was not as a whole done or not at all.
 */
export async function killDuringMerge(ground: Ground, living: Process, point: string): Promise<string[]> {
  const [into, merged] = await pair(ground, living)
  const token = await ground.token(living.url)
  const merge: Send = url =>
    request(`${url}/v1/guests/${into}/merge`, { token, json: { organisation_registration_id: merged } })
  const undo: Send = url => request(`${url}/v1/guests/${merged}/merge/undo`, { token, method: 'POST' })
  const two = { guests: 2, points: 2 * POINTS, events: 2, runs: 2, merges: 0 }
  const one = { ...two, guests: 1, merges: 1 }
  const isUndo = point.startsWith('unmerge:')
  const isDone = point.endsWith(':committed')
  const act = isUndo ? undo : merge
  const faults: string[] = []
  const expect = async (when: string, wanted: object) => {
    const found = JSON.stringify(await read(ground, [into, merged]))
    if (found !== JSON.stringify(wanted)) faults.push(`${point}, ${when}: ${found}`)
  }
  if (isUndo) await merge(living.url)
  const dying = await launchProcess({ databaseUrl: ground.databaseUrl, faultPoint: point, roles: ['api'] })
  await dying.ready
  const answer = await act(dying.url).catch(() => undefined)
  if (answer !== undefined) faults.push(`${point}: answered ${answer.status}`)
  const { signal } = await dying.ended
  if (signal !== 'SIGKILL') faults.push(`${point}: ended with ${signal}`)
  await expect('after the kill', isDone !== isUndo ? one : two)
  const again = await act(living.url)
  const wanted = isUndo && isDone ? 404 : 200
  if (again.status !== wanted) faults.push(`${point}: asked again, ${again.status} ${again.body.code}`)
  await expect('asked again', isUndo ? two : one)
  return faults
}
