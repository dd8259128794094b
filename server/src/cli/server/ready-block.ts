import type { Config } from '#config/config.ts'
import { databasePlace } from '../database/database-place.ts'
import { alignPairs } from '../terminal/align.ts'
import type { Paint } from '../terminal/terminal.ts'
import { configuredAddresses } from './addresses.ts'

export interface Ready {
  config: Config
  roles: readonly string[]
  milliseconds: number
  setupLink: string | undefined
}

/** What a person wants to know when the server is up, at one glance. */
export function readyBlock({ config, roles, milliseconds, setupLink }: Ready, paint: Paint): string {
  const { base_url, auth_url, dashboard_url } = configuredAddresses(config)
  const api = roles.includes('api')
  const pairs: [string, string][] = [
    ...(api
      ? ([
          ['Dashboard', dashboard_url],
          ...(setupLink ? [['First member', setupLink]] : []),
          ['API reference', `${base_url}/docs`],
          ['Auth URL', auth_url],
          ['Base URL', base_url],
        ] as [string, string][])
      : []),
    ['Database', databasePlace(config)],
    ['Data folder', config.dataDir],
    ['Log', config.log],
    ['Stop', 'Ctrl-C'],
  ]
  const what = roles.length === 1 ? `Millrace (${roles[0]} only)` : 'Millrace'
  return [
    '',
    `  ${paint('bold', paint('green', `${what} is ready`))} ${paint('dim', `after ${(milliseconds / 1000).toFixed(1)} s`)}`,
    '',
    ...alignPairs(pairs).map(line => `  ${line}`),
    ...(api && config.demo ? ['', '  Try it: npx millrace keys create --name first'] : []),
    '',
  ].join('\n')
}

export const readyJson = ({ config, roles, milliseconds, setupLink }: Ready) => ({
  ...(roles.includes('api') ? configuredAddresses(config) : {}),
  ...(setupLink ? { setup_link: setupLink } : {}),
  roles,
  database: databasePlace(config),
  data_dir: config.dataDir,
  log: config.log,
  pid: process.pid,
  ready_after_ms: Math.round(milliseconds),
})
