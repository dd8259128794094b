import { createHash } from 'node:crypto'

/**
 * The id of the one thing that a node creates for a run: it is the same however often the step is attempted. A UUID
 * whose first half starts like the run's, so that both lie in the same month.
 */
export function effectId(runId: string, nodeId: string): string {
  const hash = createHash('sha256').update(`${runId}/${nodeId}`).digest('hex')
  return `${runId.slice(0, 13)}-8${hash.slice(0, 3)}-a${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
