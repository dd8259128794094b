import type { SenderCheck } from '@millrace/contract/sender'
import type { DnsTexts } from './dns-texts.ts'
import { unanswered } from './unanswered.ts'

/** RFC 7208: with more look-ups, receivers ignore the record. */
const MOST_LOOKUPS = 10

/** What providers ask their customers to include, by the ending of the mail server's name. */
const includes: readonly (readonly [ending: string, include: string, name: string])[] = [
  ['.amazonaws.com', 'amazonses.com', 'Amazon SES'],
  ['.postmarkapp.com', 'spf.mtasv.net', 'Postmark'],
  ['.sendgrid.net', 'sendgrid.net', 'SendGrid'],
  ['.mailgun.org', 'mailgun.org', 'Mailgun'],
]

/** Whether the domain says which servers may send for it. `hosts`: the mail servers of all providers, in their order. */
export async function judgeSpf(
  domain: string,
  hosts: readonly string[],
  texts: DnsTexts,
): Promise<SenderCheck> {
  const all = await texts(domain)
  if (all === undefined) return unanswered('spf')
  const found = all.filter(text => /^v=spf1( |$)/i.test(text))
  const verdict = (kind: SenderCheck['verdict'], message: string, value?: string): SenderCheck => ({
    check: 'spf',
    verdict: kind,
    message,
    found,
    publish: value === undefined ? null : { name: domain, value },
  })
  const [record] = found
  if (record === undefined) {
    const allowed = hosts.length === 0 ? ['a:mail.example.com'] : [...new Set(hosts.map(allowing))]
    return verdict(
      'bad',
      `${domain} does not say which servers may send e-mails for it, so they may be treated as spam.`,
      `v=spf1 ${allowed.join(' ')} ~all`,
    )
  }
  if (found.length > 1) {
    return verdict(
      'bad',
      `There are ${found.length} SPF records, so receivers ignore them. Merge them into one.`,
    )
  }
  const terms = termsOf(record)
  if (terms.some(term => /^\+?all$/.test(term))) {
    return verdict('bad', 'The record lets every server in the world send for you. End it with ~all or -all.')
  }
  const lookups = await countLookups(record, texts)
  if (lookups > MOST_LOOKUPS) {
    return verdict(
      'bad',
      `The record needs more than ${MOST_LOOKUPS} DNS look-ups, so receivers ignore it. Remove includes that you no longer use.`,
    )
  }
  const left = includes.filter(
    ([ending, include]) =>
      hosts.some(host => host.endsWith(ending)) && !terms.some(term => term.endsWith(`include:${include}`)),
  )
  if (left.length > 0) {
    const names = left.map(([, include, name]) => `${name} (include:${include})`).join(' and ')
    return verdict(
      'warning',
      `The record does not include ${names}. You can ignore this if you have set up a return path there.`,
    )
  }
  if (!terms.some(term => /^([~-]all|redirect=.+)$/.test(term))) {
    return verdict(
      'warning',
      'The record does not say what to do with other servers. End it with ~all or -all.',
    )
  }
  return verdict('good', 'The domain says which servers may send e-mails for it.')
}

/** What lets a mail server send. */
function allowing(host: string): string {
  const provider = includes.find(([ending]) => host.endsWith(ending))
  return provider === undefined ? `a:${host}` : `include:${provider[1]}`
}

const termsOf = (record: string) => record.toLowerCase().split(/ +/).slice(1)

/** Ends one above the limit: a record of an attacker may include itself. */
async function countLookups(record: string, texts: DnsTexts): Promise<number> {
  let count = 0
  const waiting = [record]
  for (let next = waiting.pop(); next !== undefined && count <= MOST_LOOKUPS; next = waiting.pop()) {
    for (const term of termsOf(next)) {
      if (!/^[+~?-]?(include:|a\b|mx\b|ptr\b|exists:)|^redirect=/.test(term)) continue
      count += 1
      if (count > MOST_LOOKUPS) break
      const other = /(?:include:|redirect=)(.+)$/.exec(term)?.[1]
      const records = other === undefined || other.includes('%') ? [] : ((await texts(other)) ?? [])
      waiting.push(...records.filter(text => /^v=spf1( |$)/i.test(text)).slice(0, 1))
    }
  }
  return count
}
