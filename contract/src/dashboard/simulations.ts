import { type Static, Type } from 'typebox'
import { AnyObject, Uuid } from '../common.ts'
import {
  type KeptScript,
  KeptSimulation,
  SimulationResult,
  SimulationScript,
  SimulationToKeep,
} from '../simulation.ts'
import { plain } from './plain.ts'

const closed = { additionalProperties: false } as const

/** Uses the draft, unless the request has another document. */
export const SimulationRequest = Type.Object(
  { script: plain(SimulationScript), document: Type.Optional(AnyObject) },
  closed,
)
export type SimulationRequest = Static<typeof SimulationRequest>

export const Result = plain(SimulationResult)
/** Its script was checked when it was saved; to serialise each of its alternatives took 40 ms to compile. */
export const Kept = plain(
  Type.Object({ ...KeptSimulation.properties, script: Type.Unsafe<KeptScript>(AnyObject) }),
)
export const ToKeep = plain(SimulationToKeep)

export const SimulationList = Type.Object({ data: Type.Array(Kept) })
export const SimulationAnswer = Type.Object({ message: Type.String(), simulation: Kept })

export const KeptResults = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Uuid,
      differences: Type.Array(Type.String(), {
        description: 'What came otherwise than expected, each as a sentence; empty where it holds.',
      }),
    }),
  ),
})
export type KeptResults = Static<typeof KeptResults>
