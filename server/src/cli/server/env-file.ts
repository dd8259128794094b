import type { Env } from '#config/env.ts'
import { type VariableName, variables } from '../command/environment.ts'

/** Variables of clients and terminals, which no server reads. */
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
    '# The settings of Millrace. Keep this file private, and a copy of it in a safe place: data encrypted with the',
    '# master key cannot be read without it.',
    ...names.flatMap(name => ['', `# ${variables[name]}`, setting(name, settings[name])]),
    '',
  ].join('\n')
}

const setting = (name: string, value: string | undefined) =>
  value === undefined ? `#${name}=` : `${name}=${/^[\w:/.@%+,=-]*$/.test(value) ? value : `'${value}'`}`
