import type { ReactNode } from 'react'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Section, type SectionProps } from './Section.tsx'
import { TestForm, type TestFormProps } from './TestForm.tsx'
import type { SectionOf } from './use-section.ts'

export interface ChannelSectionProps<Through extends string, Values extends { readonly through: Through }>
  extends Omit<SectionProps, 'section' | 'after' | 'children'> {
  section: SectionOf<Values>
  /** What may send the messages; the first is nothing. */
  choices: readonly { value: Through; label: string }[]
  /** Tries the settings, where there is something that sends. */
  test: Omit<TestFormProps, 'name'>
  /** What is asked whatever sends the messages. */
  sender?: ReactNode
  /** What is asked only where something sends them. */
  children: ReactNode
}

/** The settings of one channel: what sends its messages, with which access, and a way to try that. */
export function ChannelSection<Through extends string, Values extends { readonly through: Through }>(
  props: ChannelSectionProps<Through, Values>,
) {
  const { section, choices, test, sender, children, ...head } = props
  const sends = section.value.through !== choices[0]?.value
  return (
    <Section {...head} section={section} after={sends && <TestForm {...test} name="to" />}>
      {sender}
      <SelectField<Through> label="Sent by" choices={choices} {...section.field('through', 'through')} />
      {sends && children}
    </Section>
  )
}
