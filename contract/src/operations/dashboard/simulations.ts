import {
  KeptResults,
  Result,
  SimulationAnswer,
  SimulationList,
  SimulationRequest,
  ToKeep,
} from '../../dashboard/simulations.ts'
import { Message } from '../../member.ts'
import { LARGEST_DOCUMENT_BODY } from '../../workflow-management.ts'
import { operation } from '../operation.ts'

export const simulate = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/simulate',
  access: 'member',
  role: 'viewer',
  summary: 'Try the draft, or another document, without storing or sending anything',
  body: SimulationRequest,
  bodyLimit: LARGEST_DOCUMENT_BODY,
  heavy: true,
  storesNothing: true,
  answers: { 200: Result },
})

export const listSimulations = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/simulations',
  access: 'member',
  role: 'viewer',
  summary: 'The simulations that have to hold at every publication; at most a hundred',
  answers: { 200: SimulationList },
})

export const keepSimulation = operation({
  method: 'POST',
  path: '/dashboard/api/workflows/:id/simulations',
  access: 'member',
  role: 'editor',
  summary: 'Keep a simulation: what comes out of the draft now has to come out at every publication',
  body: ToKeep,
  bodyLimit: 500_000,
  heavy: true,
  answers: { 201: SimulationAnswer },
})

export const deleteSimulation = operation({
  method: 'DELETE',
  path: '/dashboard/api/workflows/:id/simulations/:simulationId',
  access: 'member',
  role: 'editor',
  summary: 'Delete a kept simulation',
  answers: { 200: Message },
})

export const runKeptSimulations = operation({
  method: 'GET',
  path: '/dashboard/api/workflows/:id/simulations/results',
  access: 'member',
  role: 'viewer',
  summary: 'Run the kept simulations on the draft, as a publication would',
  heavy: true,
  answers: { 200: KeptResults },
})
