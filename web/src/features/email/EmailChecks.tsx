import type { EmailPreviewed } from '@millrace/contract/dashboard/workflows'
import type { EmailBlock } from '@millrace/contract/email-blocks'
import { number } from '../../language/format.ts'
import { plural, t } from '../../language/words.ts'
import styles from './EmailEditor.module.css'

/** Gmail shows no more of an e-mail than this, and hides the rest behind a link. */
const CLIPPED_BYTES = 102_000
/** Takes some seconds on a phone outside of a town. */
const HEAVY_BYTES = 1_000_000

export interface EmailChecksProps {
  blocks: readonly EmailBlock[]
  email: EmailPreviewed
  isMarketing: boolean
}

/** How large the e-mail is, and what someone may want to change before guests get it. Nothing of it stops publishing. */
export function EmailChecks({ blocks, email, isMarketing }: EmailChecksProps) {
  const { bytes, image_bytes, has_unsubscribe, lacking, not_understood } = email
  const withoutAlt = imagesOf(blocks).filter(({ alt }) => alt === '').length
  const found = [
    ...(withoutAlt > 0 ? [plural(withoutAlt, '# image has no alt text.', '# images have no alt text.')] : []),
    ...(bytes > CLIPPED_BYTES ? [t`Gmail cuts e-mails off after 102 kB. Make it shorter.`] : []),
    ...(image_bytes > HEAVY_BYTES
      ? [
          t`The images are ${megabytes(image_bytes)} MB. On a phone they load slowly: use fewer or smaller ones.`,
        ]
      : []),
    ...not_understood.map(({ feature, by }) => ignored[by](feature)),
    ...lacking.map(
      ({ value, guests, of }) =>
        t`${number(guests)} of the ${number(of)} newest guests have no ${value}. Say what stands there instead: {{ ${value} | default: "…" }}`,
    ),
  ]
  return (
    <section aria-label={t`Checks`} className={styles.checks}>
      <p className={styles.quiet}>
        {t`${number(bytes / 1_000, { maximumFractionDigits: 1 })} kB without images.`}{' '}
        {image_bytes > 0 && `${t`${megabytes(image_bytes)} MB of images.`} `}
        {isMarketing && !has_unsubscribe && `${t`A link to unsubscribe is added below it.`} `}
        {found.length === 0 && t`No problems found.`}
      </p>
      {found.length > 0 && (
        <ul>
          {found.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Who drops a part of it, as it is written in HTML. */
const ignored: Readonly<Record<EmailPreviewed['not_understood'][number]['by'], (feature: string) => string>> =
  {
    outlook: feature => t`Outlook on Windows ignores ${feature}.`,
    gmail: feature => t`Gmail ignores ${feature}.`,
    both: feature => t`Gmail and Outlook on Windows ignore ${feature}.`,
    most: feature => t`Most mail programs remove ${feature}.`,
  }

const megabytes = (bytes: number) => number(bytes / 1_000_000, { maximumFractionDigits: 2 })

const imagesOf = (blocks: readonly EmailBlock[]): Extract<EmailBlock, { type: 'image' }>[] =>
  blocks.flatMap(block =>
    block.type === 'image' ? [block] : block.type === 'columns' ? block.columns.flatMap(imagesOf) : [],
  )
