import { command } from '../command/command.ts'
import { apiFailure } from '../login/api-failure.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { exitCodes } from '../terminal/failure.ts'

export default command({
  about:
    'Uses the API with a key, within 30 days of the merge. Everything that was moved goes back, with what its runs did since; what came since stays with the guest who stayed. A consent that was refused since is refused by both.',
  examples: ['npx millrace guests unmerge 0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'],
  argument: { name: 'GUEST', about: 'the id of the guest who was merged' },
  options: { ...connectionOptions },
  environment: connectionVariables,
  async run({ values, argument: merged, json }, { config, env, terminal }) {
    const client = openClient(chooseConnection(values, { config, env }))
    try {
      const answer = await client.guests.undoMerge(merged)
      if (json) terminal.json(answer)
      else {
        terminal.say(answer.message)
        terminal.out(`stays  ${answer.guest.id}`)
        terminal.out(`again  ${answer.merged.id}`)
      }
      return exitCodes.ok
    } catch (error) {
      throw apiFailure(error)
    }
  },
})
