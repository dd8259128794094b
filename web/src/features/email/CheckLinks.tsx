import type { LinksChecked } from '@millrace/contract/dashboard/workflows'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { checkLinks } from '../../api/workflows.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { plural, t } from '../../language/words.ts'
import styles from './EmailEditor.module.css'
import { linksIn } from './links-in.ts'

/** More than anyone puts into an e-mail. */
const MOST = 30

/** Asks whether the links and images of the e-mail answer, as it is shown. By hand: other sites notice that they are asked. */
export function CheckLinks({ html }: { html: string }) {
  const [checked, setChecked] = useState<{ of: string; data: LinksChecked['data'] }>()
  const links = linksIn(html, window.location.origin)
  const submission = useSubmit(
    () => checkLinks(links.slice(0, MOST)),
    ({ data }) => setChecked({ of: html, data }),
  )
  if (links.length === 0) return null
  // What was found belongs to the links that were asked.
  const found = checked?.of === html ? checked.data : undefined
  const wrong = found?.filter(({ state }) => state !== 'works') ?? []
  return (
    <div className={styles.checks}>
      <div>
        <Button quiet busy={submission.busy} onClick={submission.submit}>
          {t`Check links`}
        </Button>
      </div>
      <FailureNote failure={submission.failure} />
      {found && (
        <div role="status">
          {wrong.length === 0 ? (
            <p className={styles.quiet}>{plural(found.length, '# link works.', 'All # links work.')}</p>
          ) : (
            <ul>
              {wrong.map(({ url, state, message }) => (
                <li key={url}>
                  {state === 'broken'
                    ? t`Broken: ${url}. ${message}`
                    : t`Couldn’t be sure: ${url}. ${message}`}
                </li>
              ))}
            </ul>
          )}
          {links.length > MOST && (
            <p className={styles.quiet}>{t`Only the first ${MOST} links were checked.`}</p>
          )}
        </div>
      )}
    </div>
  )
}
