import type { ReactNode } from 'react'
import type { Submission } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { Panel } from '../../components/Panel.tsx'
import { OtherFaults } from './OtherFaults.tsx'

export interface SectionProps {
  title: string
  /** What it means for guests, in a sentence or two. */
  about: ReactNode
  action: string
  /** Its fields in the request: all settings are checked at each save, and the fault may be in another part. */
  own: readonly string[]
  section: { readonly submission: Submission; readonly edited: boolean; discard(): void }
  children: ReactNode
  /** Below the form. */
  after?: ReactNode
}

export function Section({ title, about, action, own, section, children, after }: SectionProps) {
  return (
    <Panel title={title}>
      <p>{about}</p>
      <Form submission={section.submission} action={action} unsaved={section}>
        {children}
        <OtherFaults own={own} failure={section.submission.failure} />
      </Form>
      {after}
    </Panel>
  )
}
