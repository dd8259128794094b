import { compareSegments } from '../engine/segments-compared.ts'
import { counted, type Proof } from './proof.ts'

export const segments: Proof = {
  name: 'segments',
  promise: 'for any condition, the database and the engine agree about who is in the segment',
  async run({ many, createDatabase, progress }) {
    const wanted = many({ quick: 200, hour: 2_000, whole: 10_000 })
    const { conditions, held, counterexample } = await compareSegments(await createDatabase(), wanted, done =>
      progress(`${counted(done)} of ${counted(wanted)} conditions`),
    )
    return {
      tried: `${counted(conditions)} conditions over 60 guests, ${counted(held)} memberships`,
      worst: counterexample === undefined ? 'no difference' : 'a difference',
      faults: counterexample === undefined ? [] : [counterexample],
    }
  },
}
