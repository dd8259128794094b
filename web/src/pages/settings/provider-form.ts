import type { NewProvider, Provider, ProviderChannel } from '@millrace/contract/provider'
import type { Smtp } from '@millrace/contract/settings'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { accountOfSms, type SmsAccountForm, smsOfAccount } from './sms-account.ts'

type PaceUnit = NonNullable<Provider['pace']>['per'] | 'none'

/** A provider as it is typed. */
export interface ProviderForm extends SmsAccountForm {
  readonly name: string
  readonly host: string
  readonly port: string
  readonly security: Smtp['security']
  readonly user: string
  /** Empty: the stored one, if there is one. */
  readonly secret: string
  readonly paceMost: string
  readonly pacePer: PaceUnit
  readonly mostADay: string
  readonly warmUp: 'no' | 'yes'
  readonly warmUpStart: string
  readonly warmUpFactor: string
}

export const formOfProvider = (provider: Provider | undefined): ProviderForm => ({
  name: provider?.name ?? '',
  host: provider?.smtp?.host ?? '',
  port: String(provider?.smtp?.port ?? 587),
  security: provider?.smtp?.security ?? 'starttls',
  user: provider?.smtp?.user ?? '',
  ...accountOfSms(provider?.sms),
  secret: '',
  paceMost: String(provider?.pace?.most ?? ''),
  pacePer: provider?.pace?.per ?? 'none',
  mostADay: String(provider?.most_a_day ?? ''),
  warmUp: provider?.warm_up ? 'yes' : 'no',
  warmUpStart: String(provider?.warm_up?.start ?? 50),
  warmUpFactor: String(provider?.warm_up?.factor ?? 2),
})

/** What is sent of it; a change has all of it but the channel. */
export function providerOfForm(channel: ProviderChannel, form: ProviderForm): Omit<NewProvider, 'channel'> {
  const user = form.user.trim()
  const smtp = { host: form.host.trim(), port: Number(form.port), security: form.security }
  return {
    name: form.name.trim(),
    ...(channel === 'email' ? { smtp: user === '' ? smtp : { ...smtp, user } } : { sms: smsOfAccount(form) }),
    ...(form.secret === '' ? {} : { secret: form.secret }),
    pace: form.pacePer === 'none' ? null : { most: Number(form.paceMost), per: form.pacePer },
    most_a_day: form.mostADay.trim() === '' ? null : Number(form.mostADay),
    warm_up:
      form.warmUp === 'no' ? null : { start: Number(form.warmUpStart), factor: Number(form.warmUpFactor) },
  }
}

/** The limits of a provider, in a few words. */
export function limitsInWords({ pace, most_a_day, warm_up, today, limit_today }: Provider): string[] {
  const figure = (count: number) => number(count)
  return [
    ...(pace === null ? [] : [`${figure(pace.most)} a ${pace.per}`]),
    ...(limit_today === null ? [] : [t`${figure(today)} of ${figure(limit_today)} today`]),
    ...(warm_up === null || most_a_day === null || limit_today === most_a_day
      ? []
      : [t`warming up to ${figure(most_a_day)} a day`]),
  ]
}
