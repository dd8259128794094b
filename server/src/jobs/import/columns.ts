import { type attributeTypes, targetPattern } from '@millrace/contract/guest-import'

export type AttributeType = (typeof attributeTypes)[number]

/** What the cells of a column are. */
export type Target =
  | {
      readonly kind:
        | 'email'
        | 'phone'
        | 'name'
        | 'first_name'
        | 'last_name'
        | 'tags'
        | 'email_consent'
        | 'sms_consent'
        | 'do_not_contact'
        | 'consent_at'
        | 'consent_where'
        | 'consent_words'
        | 'ignore'
    }
  | { readonly kind: 'external_id'; readonly system: string }
  /** Without a type, text in a CSV file, and what it is in JSON. */
  | { readonly kind: 'attribute'; readonly key: string; readonly type: AttributeType | null }

/** How other systems call what they export, in lower case and without anything but letters and digits. */
const usualNames: Readonly<Record<string, string>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  mobilenumber: 'phone',
  mobilephone: 'phone',
  telephone: 'phone',
  tel: 'phone',
  name: 'name',
  fullname: 'name',
  guestname: 'name',
  customername: 'name',
  firstname: 'first_name',
  forename: 'first_name',
  givenname: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  familyname: 'last_name',
  externalid: 'external_id',
  customerid: 'external_id',
  tags: 'tags',
  emailconsent: 'email_consent',
  emailoptin: 'email_consent',
  smsconsent: 'sms_consent',
  smsoptin: 'sms_consent',
  donotcontact: 'do_not_contact',
  consentat: 'consent_at',
  consentdate: 'consent_at',
  consentwhere: 'consent_where',
  consentwords: 'consent_words',
}

const target = new RegExp(targetPattern)

/** The target of a column: the one that was chosen, or the one that its name suggests. */
export function targetText(column: string, chosen: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(chosen, column)) return chosen[column] as string
  const usual = column.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (Object.hasOwn(usualNames, usual)) return usualNames[usual] as string
  return target.test(column) && column !== 'ignore' ? column : 'ignore'
}

export function readTarget(text: string): Target {
  const system = /^external_id(?:\.(.+))?$/.exec(text)
  if (system !== null) return { kind: 'external_id', system: system[1] ?? '' }
  const attribute = /^attributes\.([^:]+)(?::(.+))?$/.exec(text)
  if (attribute !== null) {
    const [, key, type] = attribute
    return { kind: 'attribute', key: key as string, type: (type as AttributeType | undefined) ?? null }
  }
  return { kind: text } as Target
}

const identifying: ReadonlySet<Target['kind']> = new Set(['email', 'phone', 'external_id'])
export const identifies = (text: string): boolean => identifying.has(readTarget(text).kind)
