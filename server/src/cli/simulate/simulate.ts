import type { SimulationResult } from '@millrace/contract/simulation'
import { SimulationRefused } from '#simulation/errors.ts'
import { simulateScript } from '#simulation/simulate-script.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { simulationParts } from '../workflows/simulation-parts.ts'
import { drawSimulation } from './draw-simulation.ts'
import { readDocument } from './read-document.ts'
import { readScript } from './read-script.ts'

export default command({
  about:
    'Walks one guest through a workflow with the code of the engine, and stores and sends nothing. Without --script\n' +
    'every wait is passed over and every message is delivered. With nothing said about them, the guest is an invented\n' +
    'one who has agreed to nothing, and the event one of the source that the workflow listens to.',
  examples: [
    "npx millrace simulate 'Points for every visit' --param spend=128",
    'npx millrace simulate points.json --guest guest.json --event event.json --script script.json',
    'npx millrace simulate 0192c8a0-0000-7000-8000-000000000201 --version 2 --guest ID --event ID --json',
  ],
  argument: { name: 'FILE|WORKFLOW', about: 'A file of a workflow, or the id or name of one: its draft' },
  options: {
    version: { type: 'string', value: 'N', about: 'A published version instead of the draft' },
    guest: { type: 'string', value: 'ID|FILE', about: 'A guest by their id, or an invented one as JSON' },
    event: { type: 'string', value: 'ID|FILE', about: 'A stored event by its id, or one as JSON' },
    serial: { type: 'string', multiple: true, value: 'SERIAL', about: 'A venue that the event concerns' },
    source: { type: 'string', value: 'SOURCE', about: "The event's source" },
    param: {
      type: 'string',
      multiple: true,
      value: 'KEY=VALUE',
      about: 'A parameter of the event; a number, true, false or null is taken as such',
    },
    at: { type: 'string', value: 'TIME', about: 'When it begins, as 2026-07-01T12:00:00Z. Default: now' },
    script: {
      type: 'string',
      value: 'FILE',
      about: 'What happens meanwhile, as JSON: {happenings, deliveries}',
    },
    organisation: { type: 'string', value: 'ID', about: 'Whose. Default: the only organisation there is' },
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const result = await withDatabase(context, async ({ engine }): Promise<SimulationResult> => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const workflow = await readDocument(engine, organisation.id, argument, values.version)
      const script = readScript(values, workflow.definition.trigger.source)
      const request = { organisationId: organisation.id, workflow, script }
      return simulateScript(engine, simulationParts(context), request).catch(refuse)
    })
    if (json) terminal.json(result)
    else for (const line of drawSimulation(result, terminal.paintOut)) terminal.out(line)
    return exitCodes.ok
  },
})

function refuse(error: Error): never {
  if (error instanceof SimulationRefused) throw new Failure(error.message)
  throw error
}
