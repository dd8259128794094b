import type { AuditPart } from './read-audit.ts'

export type AlertKind =
  | 'export'
  | 'sender_changed'
  | 'alerts_changed'
  | 'sign_in_changed'
  | 'many_refusals'
  | 'key_new_network'
  | 'audit_weakened'
  | 'clock_jumped'
  | 'connection'

export interface Alert {
  readonly kind: AlertKind
  /** What it is about: with the kind, it names the alert for an hour. */
  readonly subject: string
  /** What happened, in one sentence. */
  readonly sentence: string
}

/** What in a part of the audit log is suspicious by itself. */
export function alertsOf({ entries, missing }: Pick<AuditPart, 'entries' | 'missing'>): Alert[] {
  const alerts = entries.flatMap(({ actor, action, detail }): Alert[] => {
    if (/\.exported$/.test(action)) {
      const what = action.split('.')[0]?.replace('_', ' ')
      return [{ kind: 'export', subject: actor, sentence: `${actor} downloaded data (${what}).` }]
    }
    if (action === 'guests.read_in_bulk') {
      return [{ kind: 'export', subject: actor, sentence: `${actor} viewed many guests within an hour.` }]
    }
    if (action === 'settings.saved') {
      return [
        ...(changesSender(detail) ? [senderChanged(actor)] : []),
        ...(partsOf(detail).includes('alerts_url') ? [alertsChanged(actor)] : []),
      ]
    }
    if (/^provider\.(added|removed|ordered)$/.test(action)) return [senderChanged(actor)]
    if (action === 'provider.changed' && partsOf(detail).some(part => connecting.has(part)))
      return [senderChanged(actor)]
    if (action.startsWith('single_sign_on.')) {
      const sentence = `${actor} changed how members sign in with single sign-on.`
      return [{ kind: 'sign_in_changed', subject: actor, sentence }]
    }
    return []
  })
  const unsigned = entries.filter(({ keyed }) => !keyed).length
  if (missing > 0) alerts.push(weakened(`The last ${missing} entries of the audit log were removed.`))
  if (unsigned > 0)
    alerts.push(weakened(`${unsigned} entries of the audit log were written without its key.`))
  return alerts
}

const senderChanged = (actor: string): Alert => ({
  kind: 'sender_changed',
  subject: actor,
  sentence: `${actor} changed who messages come from, or the server that sends them.`,
})

export const alertsChanged = (actor: string): Alert => ({
  kind: 'alerts_changed',
  subject: actor,
  sentence: `${actor} changed where alerts are sent.`,
})

const weakened = (sentence: string): Alert => ({ kind: 'audit_weakened', subject: 'audit log', sentence })

/** What decides where messages go, of what can be changed about a provider. */
const connecting = new Set<unknown>(['smtp', 'sms', 'secret'])

const partsOf = ({ changed }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(changed) ? changed : []

function changesSender(detail: Readonly<Record<string, unknown>>): boolean {
  const { smtp_password, sms_token } = detail
  const parts = partsOf(detail)
  return parts.includes('email') || parts.includes('sms') || isSaid(smtp_password) || isSaid(sms_token)
}

const isSaid = (change: unknown) => change !== undefined && change !== false && change !== 'kept'
