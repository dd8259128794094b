import { fitsKind, type ImportKind, targetPattern } from './guest-import.ts'

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
  points: 'points',
  pointsbalance: 'points',
  consentat: 'consent_at',
  consentdate: 'consent_at',
  consentwhere: 'consent_where',
  consentwords: 'consent_words',
  occurredat: 'occurred_at',
  date: 'occurred_at',
  datetime: 'occurred_at',
  visitedat: 'occurred_at',
  visitdate: 'occurred_at',
  serial: 'serial',
  venue: 'serial',
  venuecode: 'serial',
  amount: 'amount',
  spend: 'amount',
  total: 'amount',
  currency: 'currency',
  covers: 'covers',
  partysize: 'covers',
}

const target = new RegExp(targetPattern)

/** The target of a column: the one that was chosen, or the one that its name suggests. */
export function targetText(
  column: string,
  chosen: Readonly<Record<string, string>>,
  kind: ImportKind,
): string {
  if (Object.hasOwn(chosen, column)) return chosen[column] as string
  const usual = column.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const suggested = Object.hasOwn(usualNames, usual) ? (usualNames[usual] as string) : column
  return target.test(suggested) && fitsKind(suggested, kind) ? suggested : 'ignore'
}
