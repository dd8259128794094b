import type { EmailSettings } from '@millrace/contract/settings'

type Smtp = NonNullable<EmailSettings['smtp']>

/** The e-mail settings as they are typed. */
export interface EmailForm {
  readonly fromName: string
  readonly fromAddress: string
  readonly replyTo: string
  readonly through: 'outbox' | 'server'
  readonly host: string
  readonly port: string
  readonly security: Smtp['security']
  readonly user: string
  /** Empty: the stored one, if there is one. */
  readonly password: string
}

export function formOfEmail({ from_name, from_address, reply_to, smtp }: EmailSettings): EmailForm {
  return {
    fromName: from_name,
    fromAddress: from_address,
    replyTo: reply_to ?? '',
    through: smtp === null ? 'outbox' : 'server',
    host: smtp?.host ?? '',
    port: String(smtp?.port ?? 587),
    security: smtp?.security ?? 'starttls',
    user: smtp?.user ?? '',
    password: '',
  }
}

export function emailOfForm(form: EmailForm): EmailSettings {
  const smtp = { host: form.host.trim(), port: Number(form.port), security: form.security }
  const user = form.user.trim()
  const replyTo = form.replyTo.trim()
  return {
    from_name: form.fromName,
    from_address: form.fromAddress.trim(),
    ...(replyTo === '' ? {} : { reply_to: replyTo }),
    smtp: form.through === 'outbox' ? null : user === '' ? smtp : { ...smtp, user },
  }
}

/** Sent only if it was typed and a server is set. */
export const passwordOf = ({ through, password }: EmailForm): { smtp_password?: string } =>
  through === 'server' && password !== '' ? { smtp_password: password } : {}
