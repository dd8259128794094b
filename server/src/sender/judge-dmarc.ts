import type { SenderCheck } from '@millrace/contract/sender'
import type { DnsTexts } from './dns-texts.ts'
import { unanswered } from './unanswered.ts'

/** How far up from the domain a record is looked for, as DMARC's own tree walk does. */
const MOST_LEVELS = 5

/** Whether the domain says what receivers do with e-mails that only pretend to come from it. */
export async function judgeDmarc(domain: string, texts: DnsTexts): Promise<SenderCheck> {
  for (const name of namesFor(domain)) {
    const all = await texts(name)
    if (all === undefined) return unanswered('dmarc')
    const found = all.filter(text => /^v=DMARC1\s*(;|$)/i.test(text))
    if (found.length > 0) return { check: 'dmarc', ...judge(found), found, publish: null }
  }
  return {
    check: 'dmarc',
    verdict: 'bad',
    message: `${domain} has no DMARC record. Gmail and Yahoo reject large mailings without one.`,
    found: [],
    publish: { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  }
}

function judge(found: readonly string[]): Pick<SenderCheck, 'verdict' | 'message'> {
  if (found.length > 1) {
    return {
      verdict: 'bad',
      message: `There are ${found.length} DMARC records, so receivers ignore them. Keep one.`,
    }
  }
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.exec(found[0] as string)?.[1]?.toLowerCase()
  if (policy === undefined) {
    return { verdict: 'bad', message: 'The record has no policy. Add p=none, p=quarantine or p=reject.' }
  }
  return {
    verdict: 'good',
    message:
      policy === 'none'
        ? 'There is a DMARC record. It asks receivers for no action (p=none); change that once all your e-mails pass.'
        : `E-mails that only pretend to come from you are ${policy === 'reject' ? 'rejected' : 'treated as spam'} (p=${policy}).`,
  }
}

/** The domain and those above it, without the last label: nobody sends as "com". */
function namesFor(domain: string): string[] {
  const labels = domain.split('.')
  return labels
    .slice(0, -1)
    .slice(0, MOST_LEVELS)
    .map((_, at) => `_dmarc.${labels.slice(at).join('.')}`)
}
