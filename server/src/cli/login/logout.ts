import { command } from '../command/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { profilePath, removeProfile, USUAL_PROFILE } from './profile.ts'

export default command({
  about: 'Forgets a key that `millrace login` has kept. The key itself goes on working until it is revoked.',
  examples: ['npx millrace logout', 'npx millrace logout --profile staging'],
  options: {
    profile: { type: 'string', value: 'NAME', about: `Of which name. Default: ${USUAL_PROFILE}` },
  },
  environment: ['XDG_CONFIG_HOME'],
  async run({ values, json }, { env, terminal }) {
    const name = values.profile ?? USUAL_PROFILE
    const path = profilePath(env, name)
    const removed = removeProfile(env, name)
    if (json) terminal.json({ profile: name, path, removed })
    else terminal.say(removed ? `Deleted ${path}.` : `There is no ${path}: nothing was kept.`)
    return exitCodes.ok
  },
})
