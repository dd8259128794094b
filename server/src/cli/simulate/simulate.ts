import type { SimulationResult } from '@millrace/contract/simulation'
import { sourceOf } from '@millrace/contract/workflow'
import { SimulationRefused } from '#simulation/errors.ts'
import { simulateScript } from '#simulation/simulate-script.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { versionNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { PARAMETER } from '../events/parameters.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { simulationParts } from '../workflows/simulation-parts.ts'
import { drawSimulation } from './draw-simulation.ts'
import { readDocument } from './read-document.ts'
import { readScript } from './read-script.ts'

export default command({
  about:
    'Takes one guest through a workflow with the code of the engine, without storing or sending anything. Without --script, waits are skipped and every message is delivered. By default the guest is a made-up one without consent, and the event comes from the source of the workflow.',
  examples: [
    "npx millrace simulate 'Points for every visit' --param spend=128",
    'npx millrace simulate points.json --guest guest.json --event event.json --script script.json',
    'npx millrace simulate 0192c8a0-0000-7000-8000-000000000201 --version 2 --guest ID --event ID --json',
  ],
  argument: {
    name: 'FILE|WORKFLOW',
    about: 'a workflow file, or the id or name of a workflow, for its draft',
  },
  options: {
    version: { value: 'N', parse: versionNumber, about: 'a published version instead of the draft' },
    guest: { value: 'ID|FILE', about: 'a guest by id, or a made-up one as JSON' },
    event: { value: 'ID|FILE', about: 'a stored event by id, or a made-up one as JSON' },
    serial: { value: 'CODE', multiple: true, about: 'the code of a venue of the event' },
    source: { value: 'SOURCE', about: 'the source of the event' },
    param: { value: 'KEY=VALUE', multiple: true, about: PARAMETER },
    at: { value: 'TIME', about: 'the start, such as 2026-07-01T12:00:00Z (default: now)' },
    script: { value: 'FILE', about: 'what happens during the run, as JSON: {happenings, deliveries}' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const result = await withDatabase(context, async ({ engine }): Promise<SimulationResult> => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const workflow = await readDocument(engine, organisation.id, argument, values.version)
      const script = readScript(values, sourceOf(workflow.definition.trigger))
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
