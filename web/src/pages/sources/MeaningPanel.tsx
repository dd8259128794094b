import type { EventKind, SourcePage } from '@millrace/contract/source'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { declareSource } from '../../api/sources.ts'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { useStoredForm } from '../../components/form/use-stored-form.ts'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { kindChoices, kindInWords, parameterChoices, rebuildInWords } from './meaning-words.ts'

interface Typed {
  readonly kind: EventKind | ''
  readonly amount: string
  readonly currency: string
  readonly covers: string
}

/** What the events of the source are, for the ledger of visits. */
export function MeaningPanel({ page }: { page: SourcePage }) {
  const { role } = useSignedIn()
  return (
    <Panel title={t`What its events mean`}>
      <p>
        {rich`Visits, bookings, no-shows and refunds are recorded for each guest, so that workflows can use how often they came and how much they spent. ${<WhatIsThis topic="marketers#visits-and-spend">{t`How visits become facts`}</WhatIsThis>}`}
      </p>
      {page.rebuild !== null && <Note tone="quiet">{rebuildInWords(page.rebuild)}</Note>}
      {role === 'viewer' ? <Declared page={page} /> : <Declaring page={page} />}
    </Panel>
  )
}

const Declared = ({ page: { meaning } }: { page: SourcePage }) => (
  <DescriptionList
    entries={[
      [t`Meaning`, kindInWords(meaning?.kind ?? '')],
      [t`Amount`, meaning?.amount ?? t`None`],
      [t`Currency`, meaning?.currency ?? t`None`],
      [t`Covers`, meaning?.covers ?? t`None`],
    ]}
  />
)

function Declaring({ page }: { page: SourcePage }) {
  const { source, meaning } = page
  const queries = useQueryClient()
  const [rebuild, setRebuild] = useState(false)
  const stored: Typed = {
    kind: meaning?.kind ?? '',
    amount: meaning?.amount ?? '',
    currency: meaning?.currency ?? '',
    covers: meaning?.covers ?? '',
  }
  const { value, field, edited, submission } = useStoredForm(
    stored,
    ({ kind, amount, currency, covers }) =>
      declareSource({
        source,
        meaning:
          kind === ''
            ? null
            : { kind, amount: amount || null, currency: currency || null, covers: covers || null },
        rebuild,
      }),
    async () => {
      setRebuild(false)
      await queries.invalidateQueries({ queryKey: ['source', source] })
    },
  )
  return (
    <Form submission={submission} action={t`Save`} disabled={!edited && !rebuild}>
      <SelectField label={t`Meaning`} choices={kindChoices} {...field('kind', 'meaning.kind')} />
      {value.kind !== '' && (
        <>
          <SelectField
            label={t`Parameter with the amount`}
            choices={parameterChoices(page, value.amount)}
            {...field('amount', 'meaning.amount')}
          />
          <SelectField
            label={t`Parameter with the currency`}
            choices={parameterChoices(page, value.currency)}
            {...field('currency', 'meaning.currency')}
          />
          <SelectField
            label={t`Parameter with the covers`}
            choices={parameterChoices(page, value.covers)}
            {...field('covers', 'meaning.covers')}
          />
        </>
      )}
      <CheckField
        label={t`Rebuild from stored events`}
        value={rebuild}
        onChange={setRebuild}
        note={t`Otherwise this applies to new events only. It runs in the background and can be repeated.`}
      />
    </Form>
  )
}
