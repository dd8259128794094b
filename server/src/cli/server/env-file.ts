import type { Env } from '#config/env.ts'
import { type VariableName, variables } from '../command/environment.ts'

/** What is for whoever sends events, or for a terminal, and for no server. */
const NOT_OF_A_SERVER: readonly VariableName[] = [
  'MILLRACE_CLIENT_ID',
  'MILLRACE_CLIENT_SECRET',
  'XDG_CONFIG_HOME',
  'NO_COLOR',
]

/** The settings of a server, each with what it means, for a shell, systemd or a container engine to read. */
export function envFile(settings: Env): string {
  const names = (Object.keys(variables) as VariableName[]).filter(name => !NOT_OF_A_SERVER.includes(name))
  return [
    '# The settings of Millrace. Keep this file to yourself, and a copy of it in a safe place: what is stored under',
    '# the master key cannot be read without it.',
    ...names.flatMap(name => ['', `# ${variables[name]}`, setting(name, settings[name])]),
    '',
  ].join('\n')
}

const setting = (name: string, value: string | undefined) =>
  value === undefined ? `#${name}=` : `${name}=${/^[\w:/.@%+,=-]*$/.test(value) ? value : `'${value}'`}`
