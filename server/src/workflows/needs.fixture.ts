import type { CompiledVersion } from './compile.ts'

/** Of a workflow in tests whose trigger reads the guest, and whose steps need nothing. */
export const readsGuest: CompiledVersion['needs'] = {
  allowance: false,
  pointsADay: false,
  awarded: new Set(),
  callsOut: false,
  watches: false,
  movedBy: [],
  starts: [],
  pieces: [],
  tasks: false,
  clicks: false,
  answers: false,
  guestAtTrigger: true,
  timeAtTrigger: false,
  pastRunsAtTrigger: [],
  visitsAtTrigger: false,
  visits: false,
  pastRuns: [],
}
