import { openScheduled } from '../engine/scheduled.ts'
import { compareScheduled } from '../engine/scheduled-model.ts'
import { counted, type Proof } from './proof.ts'

export const scheduledModel: Proof = {
  name: 'scheduled-model',
  promise:
    'whatever happens in whatever order, dates, absences, segments and broadcasts start each guest once for each occasion',
  async run({ many, createDatabase, progress }) {
    const numRuns = many({ quick: 10, hour: 80, whole: 500 })
    const ground = await openScheduled({}, undefined, await createDatabase())
    const { sequences, runs, seed, counterexample } = await compareScheduled(
      ground,
      { numRuns, maxCommands: 50 },
      done => progress(`${counted(done)} of ${counted(numRuns)} sequences`),
    )
    await ground.close()
    return {
      tried: `${counted(sequences)} sequences of up to 50 commands, ${counted(runs)} runs, seed ${seed}`,
      worst: counterexample === undefined ? 'no difference' : 'a difference',
      faults: counterexample === undefined ? [] : [counterexample],
    }
  },
}
