import { compare } from '../engine/model-commands.ts'
import { openStage } from '../engine/stage.ts'
import { counted, type Proof } from './proof.ts'

export const model: Proof = {
  name: 'model',
  promise: 'whatever happens to runs in whatever order, the engine does what a simple model does',
  async run({ many, createDatabase, progress }) {
    const numRuns = many({ quick: 20, hour: 300, whole: 2_000 })
    const stage = await openStage(await createDatabase())
    const { sequences, runs, seed, counterexample } = await compare(
      stage,
      { numRuns, maxCommands: 60 },
      done => progress(`${counted(done)} of ${counted(numRuns)} sequences`),
    )
    await stage.close()
    return {
      tried: `${counted(sequences)} sequences of up to 60 commands, ${counted(runs)} runs, seed ${seed}`,
      worst: counterexample === undefined ? 'no difference' : 'a difference',
      faults: counterexample === undefined ? [] : [counterexample],
    }
  },
}
