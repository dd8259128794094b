import type { Exit, Variable, WorkflowDefinition } from '@millrace/contract/workflow'
import { Rows } from '../../../components/form/Rows.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { placeOf, SETTINGS } from '../../../features/workflow/document.ts'
import { t } from '../../../language/words.ts'
import type { Title } from '../draft/use-draft.ts'
import { ExitFields, freshExit } from './ExitFields.tsx'
import { Faults } from './Faults.tsx'
import { LongText } from './fields.tsx'
import { LanguageSettings } from './LanguageSettings.tsx'
import styles from './NodePanel.module.css'
import type { PanelProps } from './panel-context.ts'
import { VariableFields } from './VariableFields.tsx'

export interface SettingsPanelProps extends PanelProps {
  title: Title
  onTitle(title: Title): void
}

/** What concerns the whole workflow: its name, the values that its steps share, and what ends a run at once. */
export function SettingsPanel({ document, faults, locked, title, onDocument, onTitle }: SettingsPanelProps) {
  const own = faults.filter(fault => placeOf(fault) === SETTINGS)
  const put = (part: 'variables' | 'exits', list: Variable[] | Exit[], about?: string) =>
    onDocument(
      withoutUndefined({ ...document, [part]: list.length === 0 ? undefined : list } as WorkflowDefinition),
      about && `${part} ${about}`,
    )
  return (
    <>
      <Faults faults={own} />
      <fieldset disabled={locked} className={styles.fields}>
        <TextField
          label={t`Name`}
          name="name"
          maxLength={200}
          note={title.name.trim() === '' ? t`Enter a name. Until then the old one stays.` : undefined}
          value={title.name}
          onChange={name => onTitle({ ...title, name })}
        />
        <LongText
          label={t`Description`}
          maxLength={2_000}
          value={title.description}
          onChange={description => onTitle({ ...title, description })}
        />
        <h3 className={styles.heading}>{t`Variables`}</h3>
        <p className={styles.about}>
          {t`Values for texts and conditions, for example {{ workflow.variables.offer }}. Each venue can have its own values.`}
        </p>
        <Rows<Variable>
          what={t`Variable`}
          rows={document.variables ?? []}
          fewest={0}
          most={100}
          fresh={() => ({ key: '', value: '' })}
          onChange={(variables, about) => put('variables', variables, about)}
        >
          {(row, change) => <VariableFields variable={row} onChange={change} />}
        </Rows>
        <LanguageSettings document={document} locked={locked} onDocument={onDocument} />
        <h3 className={styles.heading}>{t`Exits`}</h3>
        <p className={styles.about}>{t`Ends a run at once, at any step, even while it waits.`}</p>
        <Rows<Exit>
          what={t`Exit`}
          rows={document.exits ?? []}
          fewest={0}
          most={20}
          fresh={() => freshExit('event')}
          onChange={(exits, about) => put('exits', exits, about)}
        >
          {(row, change, place) => <ExitFields value={row} place={place} locked={locked} onChange={change} />}
        </Rows>
      </fieldset>
    </>
  )
}
