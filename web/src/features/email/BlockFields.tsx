import type { EmailBlock, SimpleBlock, WrittenBlock } from '@millrace/contract/email-blocks'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { t } from '../../language/words.ts'
import { withoutUndefined } from '../condition/without-undefined.ts'
import { ImagePick } from '../image/ImagePick.tsx'
import { BlockList } from './BlockList.tsx'
import { simpleTypes } from './block-types.ts'
import styles from './EmailEditor.module.css'
import { TemplateText } from './TemplateText.tsx'

const scales = [
  { value: 'stars', label: t`One to five stars` },
  { value: 'yes_no', label: t`Yes or no` },
] as const

export interface BlockFieldsProps {
  block: WrittenBlock
  /** Inside the step, such as `blocks.2`. */
  path: string
  document: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>
  faultsAt(path: string): readonly string[]
  onChange(block: EmailBlock, about: string): void
}

/** The fields of one block. */
export function BlockFields({ block, path, document, faultsAt, onChange }: BlockFieldsProps) {
  const fieldOf = (field: string, label: string, maxLength: number, optional = false) => (
    <TemplateText
      key={field}
      label={label}
      value={(block as unknown as Record<string, string | undefined>)[field] ?? ''}
      document={document}
      maxLength={maxLength}
      kind={block.type === 'html' ? 'html' : block.type === 'text' ? 'markdown' : 'line'}
      faults={faultsAt(`${path}.${field}`)}
      onChange={text =>
        onChange(
          withoutUndefined({ ...block, [field]: optional && text === '' ? undefined : text } as EmailBlock),
          `${path}.${field}`,
        )
      }
    />
  )
  switch (block.type) {
    case 'heading':
      return fieldOf('text', t`Heading`, 500)
    case 'text':
      return fieldOf('text', t`Text`, 20_000)
    case 'button':
      return [fieldOf('text', t`Label`, 200), fieldOf('url', t`Link`, 2_000)]
    case 'image':
      return (
        <>
          <ImagePick what="image" onPick={url => onChange({ ...block, url }, `${path}.url`)} />
          {fieldOf('url', t`Image address`, 2_000)}
          {fieldOf('alt', t`Alt text`, 500)}
          {block.alt === '' && (
            <p className={styles.quiet}>{t`Say what the image shows, for guests who don’t see it.`}</p>
          )}
          {fieldOf('link', t`Link (optional)`, 2_000, true)}
        </>
      )
    case 'voucher':
      return [
        fieldOf('text', t`What it is for`, 500),
        fieldOf('code', t`Code`, 200),
        fieldOf('terms', t`Terms (optional)`, 500, true),
      ]
    case 'html':
      return fieldOf('html', 'HTML', 50_000)
    case 'columns':
      return (
        <>
          <div className={styles.columns}>
            {[...block.columns.entries()].map(([place, column]) => (
              // Columns have no ids; their position identifies them.
              <fieldset key={`${path} ${place}`} className={styles.column}>
                <legend>{t`Column ${place + 1}`}</legend>
                <BlockList
                  blocks={column}
                  types={simpleTypes}
                  most={20}
                  path={`${path}.columns.${place}`}
                  onChange={(changed, about) =>
                    onChange(
                      { ...block, columns: block.columns.with(place, changed as SimpleBlock[]) },
                      about ?? `${path}.columns`,
                    )
                  }
                >
                  {(inner, at, change) => (
                    <BlockFields
                      {...{ block: inner as WrittenBlock, path: at, document, faultsAt, onChange: change }}
                    />
                  )}
                </BlockList>
              </fieldset>
            ))}
          </div>
          <div>
            {block.columns.length === 2 ? (
              <Button
                quiet
                onClick={() =>
                  onChange({ ...block, columns: [...block.columns, [{ type: 'text', text: '' }]] }, path)
                }
              >
                {t`Add third column`}
              </Button>
            ) : (
              <Button
                quiet
                danger
                onClick={() => onChange({ ...block, columns: block.columns.slice(0, 2) }, path)}
              >
                {t`Remove third column`}
              </Button>
            )}
          </div>
        </>
      )
    case 'question':
      return [
        fieldOf('text', t`Question`, 500),
        <SelectField
          key="scale"
          label={t`Answers`}
          name="scale"
          value={block.scale}
          choices={scales}
          onChange={scale => onChange({ type: 'question', text: block.text, scale }, `${path}.scale`)}
        />,
        ...(block.scale === 'yes_no'
          ? [
              fieldOf('yes', t`Text for yes (optional)`, 50, true),
              fieldOf('no', t`Text for no (optional)`, 50, true),
            ]
          : []),
      ]
    case 'divider':
      return null
  }
}
