import { command } from '../command/command.ts'
import { apiFailure } from '../login/api-failure.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { stopSignal } from '../terminal/stop-signals.ts'
import { follow } from './importing/follow.ts'

export default command({
  about:
    'Uses the API with a key, within 30 days of the import. Guests the import created are deleted, unless something happened to them since; fields it changed get their earlier values back, unless they were changed again. A refusal of consent stays.',
  examples: ['npx millrace guests undo 0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'],
  argument: { name: 'IMPORT', about: 'the id of the import, as `guests import` prints it' },
  options: { ...connectionOptions },
  environment: connectionVariables,
  async run({ values, argument: id, json }, { config, env, terminal }) {
    const client = openClient(chooseConnection(values, { config, env }))
    const stop = new AbortController()
    void stopSignal().then(() => stop.abort())
    try {
      const begun = (await client.guestImports.get(id)).guest_import
      const started = begun.status === 'undoing' ? begun : (await client.guestImports.undo(id)).guest_import
      const current = await follow(client, started, stop.signal, terminal)
      if (json) terminal.json(current)
      if (current.status === 'failed') throw new Failure(current.error ?? 'The undo failed.')
      if (current.status !== 'undone') {
        terminal.say('The server continues the undo. Run the same command again to follow it.')
        return exitCodes.interrupted
      }
      const { deleted, restored, kept } = current.undo ?? { deleted: 0, restored: 0, kept: 0 }
      if (!json) {
        terminal.out(
          current.kind === 'visits'
            ? `${deleted} visits deleted.`
            : `${deleted} guests deleted, ${restored} restored.`,
        )
        if (kept > 0) terminal.out(`${kept} guests stay, because something happened to them since.`)
      }
      return exitCodes.ok
    } catch (error) {
      throw error instanceof Failure ? error : apiFailure(error)
    }
  },
})
