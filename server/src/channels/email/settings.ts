import { hostFault, readHost } from '../guard/check-host.ts'
import type { AddressPolicy } from '../guard/policy.ts'

export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; mandatory TLS after the greeting; or no TLS. */
  readonly security: 'tls' | 'starttls' | 'none'
  readonly login?: { readonly username: string; readonly password: string }
  /** A private certificate authority, in PEM. */
  readonly certificateAuthority?: string
}

const usualPorts = [25, 465, 587, 2525]

/** What is wrong with the settings, each as a sentence. Checked when saving and again before sending. */
export function smtpSettingsFaults(settings: SmtpSettings, policy: AddressPolicy): string[] {
  const faults: string[] = []
  const host = readHost(settings.host)
  const fault =
    host === undefined
      ? 'The host must be a name or an address, as smtp.example.com.'
      : hostFault(host, policy)
  if (fault !== undefined) faults.push(fault)
  const ports = [...usualPorts, ...policy.extraPorts]
  if (!ports.includes(settings.port)) {
    faults.push(`Port ${settings.port} is not allowed for mail. The allowed ones are ${ports.join(', ')}.`)
  }
  if (settings.login !== undefined && settings.security === 'none') {
    faults.push('Choose STARTTLS or TLS: without either the password could be read on its way.')
  }
  return faults
}
