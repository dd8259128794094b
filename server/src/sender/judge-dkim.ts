import type { SenderCheck } from '@millrace/contract/sender'
import { type DkimKey, publicPart, recordOf } from './dkim-keys.ts'
import type { DnsTexts } from './dns-texts.ts'
import { unanswered } from './unanswered.ts'

/** Whether receivers find the key that e-mails are signed with. */
export async function judgeDkim(key: DkimKey | undefined, texts: DnsTexts): Promise<SenderCheck> {
  if (key === undefined) {
    return {
      check: 'dkim',
      verdict: 'warning',
      message:
        'Millrace does not sign your e-mails. If your e-mail provider signs them, leave it so. Otherwise create a DKIM key.',
      found: [],
      publish: null,
    }
  }
  const record = recordOf(key)
  const found = await texts(record.name)
  if (found === undefined) return unanswered('dkim')
  const verdict = (kind: SenderCheck['verdict'], message: string): SenderCheck => ({
    check: 'dkim',
    verdict: kind,
    message,
    found: [...found],
    publish: kind === 'good' ? null : record,
  })
  if (found.length === 0) return verdict('bad', 'The record of the DKIM key is not in the DNS yet.')
  const published = found.map(text => /(?:^|;)\s*p\s*=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, ''))
  return found.length === 1 && published[0] === publicPart(key)
    ? verdict('good', 'Your e-mails are signed, and receivers can verify it.')
    : verdict('bad', 'The DNS has another record in the place of the DKIM key. Replace it.')
}
