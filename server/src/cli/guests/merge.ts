import { command } from '../command/command.ts'
import { apiFailure } from '../login/api-failure.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { exitCodes } from '../terminal/failure.ts'
import { guestLines } from './guest-lines.ts'

export default command({
  about:
    'Uses the API with a key. The guest of --into stays and keeps what they have; events, runs, points, visits, tags, attributes and identifiers of the other become theirs. Of consents the stricter wins. Both ids keep working. `guests unmerge` undoes it within 30 days.',
  examples: [
    'npx millrace guests merge 0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e --into 0192d3f8-91aa-7c3e-8b1d-0c2f3a4b5d6e --dry-run',
    'npx millrace guests merge 0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e --into 0192d3f8-91aa-7c3e-8b1d-0c2f3a4b5d6e',
  ],
  argument: { name: 'GUEST', about: 'the id of the guest who is merged, as `guests find` prints it' },
  options: {
    ...connectionOptions,
    into: { value: 'GUEST', required: true, about: 'the id of the guest who stays' },
    dryRun: { about: 'only show what the guest would be' },
  },
  environment: connectionVariables,
  async run({ values, argument: merged, json }, { config, env, terminal }) {
    const client = openClient(chooseConnection(values, { config, env }))
    try {
      const answer = await client.guests.merge(values.into, {
        organisation_registration_id: merged,
        ...(values.dryRun ? { dry_run: true } : {}),
      })
      if (json) terminal.json(answer)
      else {
        terminal.say(answer.message)
        for (const line of guestLines(answer.guest, answer.identifiers)) terminal.out(line)
        if (answer.merge) terminal.say(`Undo it: npx millrace guests unmerge ${answer.merge.merged_id}`)
      }
      return exitCodes.ok
    } catch (error) {
      throw apiFailure(error)
    }
  },
})
