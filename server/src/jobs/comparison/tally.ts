import type { Tally } from '@millrace/contract/job'
import { isFinal } from '#runs/change/state.ts'
import type { SimulatedRun } from '#simulation/simulated-run.ts'
import { count } from '../count.ts'

export const emptyTally = (): Tally => ({
  considered: 0,
  entries: 0,
  skipped: {},
  messages: {},
  points: { awarded: 0, taken: 0 },
  tasks: 0,
  ends: {},
  nodes: {},
})

/** Adds what one simulated run did. */
export function addRun(tally: Tally, run: SimulatedRun, serial: string): void {
  const { journal } = run
  const state = run.state()
  tally.entries += 1
  tally.tasks += journal.tasks.length
  for (const { node_id } of journal.steps) count(tally.nodes, node_id)
  for (const { points } of journal.points) {
    if (points > 0) tally.points.awarded += points
    else tally.points.taken -= points
  }
  for (const { channel } of journal.messages) {
    const ofVenue = tally.messages[serial] ?? {}
    count(ofVenue, channel)
    tally.messages[serial] = ofVenue
  }
  count(tally.ends, isFinal(state.status) ? (state.outcome ?? state.status) : 'waiting')
}
