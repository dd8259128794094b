import { command } from '../command/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { profileName, profilePath, removeProfile, USUAL_PROFILE } from './profile.ts'

export default command({
  about: 'Deletes an API key saved by `login`. The key itself keeps working until it is revoked.',
  examples: ['npx millrace logout', 'npx millrace logout --profile staging'],
  options: {
    profile: {
      value: 'NAME',
      usual: USUAL_PROFILE,
      parse: profileName,
      about: 'the name it was saved under',
    },
  },
  environment: ['XDG_CONFIG_HOME'],
  async run({ values, json }, { env, terminal }) {
    const name = values.profile
    const path = profilePath(env, name)
    const removed = removeProfile(env, name)
    if (json) terminal.json({ profile: name, path, removed })
    else terminal.say(removed ? `Deleted ${path}.` : `Nothing to delete: there is no ${path}.`)
    return exitCodes.ok
  },
})
