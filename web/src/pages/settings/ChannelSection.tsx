import type { ReactNode } from 'react'
import { SelectField } from '../../components/form/SelectField.tsx'
import { t } from '../../language/words.ts'
import { Section, type SectionProps } from './Section.tsx'
import { TestForm, type TestFormProps } from './TestForm.tsx'
import type { SectionOf } from './use-section.ts'

export interface ChannelSectionProps<Through extends string, Values extends { readonly through: Through }>
  extends Omit<SectionProps, 'section' | 'after' | 'children'> {
  section: SectionOf<Values>
  /** The ways of sending; the first sends nothing. */
  choices: readonly { value: Through; label: string }[]
  /** A test message, for all but the first. */
  test: Omit<TestFormProps, 'name'>
  /** Fields for every way of sending. */
  sender?: ReactNode
  /** Fields for all but the first way of sending. */
  children: ReactNode
}

/** The settings of one channel: what sends its messages, its credentials, and a test. */
export function ChannelSection<Through extends string, Values extends { readonly through: Through }>(
  props: ChannelSectionProps<Through, Values>,
) {
  const { section, choices, test, sender, children, ...head } = props
  const sends = section.value.through !== choices[0]?.value
  return (
    <Section {...head} section={section} after={sends && <TestForm {...test} name="to" />}>
      {sender}
      <SelectField<Through> label={t`Provider`} choices={choices} {...section.field('through', 'through')} />
      {sends && children}
    </Section>
  )
}
