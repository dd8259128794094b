import type { NamedSecret } from '@millrace/contract/dashboard/secrets'
import type { BodyField, NodeOf } from '@millrace/contract/node'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { useSecrets } from '../../../features/secret/use-secrets.ts'
import { t } from '../../../language/words.ts'
import { TemplateField } from '../liquid/TemplateField.tsx'
import { BodyFields } from './BodyFields.tsx'
import { NodeTemplate } from './node-fields.tsx'
import { faultsAt, type NodeFormProps } from './panel-context.ts'

type Method = NodeOf<'call_webhook'>['method']
const methods = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).map(value => ({ value, label: value }))

const failures = [
  { value: 'fail', label: t`The run fails and can be retried` },
  { value: 'go', label: t`The run takes another branch` },
] as const

type Header = NonNullable<NodeOf<'call_webhook'>['headers']>[number]

/** The secret that the document names is a choice, whether or not it is there. */
const secretChoices = (known: readonly NamedSecret[], named: string | undefined) => [
  { value: '', label: t`A text` },
  ...known.map(({ name, host }) => ({ value: name, label: t`The secret ${name}, for ${host}` })),
  ...(named === undefined || known.some(({ name }) => name === named)
    ? []
    : [{ value: named, label: t`The secret ${named}` }]),
]

const bodies = [
  { value: 'template', label: t`A JSON template` },
  { value: 'fields', label: t`Field by field` },
] as const

export function WebhookForm(form: NodeFormProps<NodeOf<'call_webhook'>>) {
  const { node, onNode } = form
  const known = useSecrets().data ?? []
  const isFields = Array.isArray(node.body)
  return (
    <>
      <SelectField<Method>
        label={t`Method`}
        name="method"
        value={node.method}
        choices={methods}
        onChange={method => onNode({ ...node, method })}
      />
      <NodeTemplate form={form} field="url" label={t`Address`} channel="url" short />
      <Rows
        what={t`Header`}
        rows={(node.headers ?? []) as readonly Header[]}
        fewest={0}
        most={20}
        fresh={(): Header => ({ name: '', value: '' })}
        onChange={(headers, about) =>
          onNode({ ...node, headers: headers.length === 0 ? undefined : headers } as typeof node, about)
        }
      >
        {(row, change) => (
          <>
            <TextField
              label={t`Name`}
              name="name"
              value={row.name}
              onChange={name => change({ ...row, name }, 'name')}
            />
            <SelectField
              label={t`Value from`}
              name="secret"
              value={row.secret ?? ''}
              choices={secretChoices(known, row.secret)}
              onChange={secret =>
                change(secret === '' ? { name: row.name, value: '' } : { name: row.name, secret })
              }
            />
            {row.secret === undefined && (
              <TextField
                label={t`Value`}
                name="value"
                value={row.value ?? ''}
                onChange={value => change({ ...row, value }, 'value')}
              />
            )}
          </>
        )}
      </Rows>
      <SelectField<'template' | 'fields'>
        label={t`Body`}
        name="body kind"
        value={isFields ? 'fields' : 'template'}
        choices={bodies}
        onChange={kind =>
          onNode(
            withoutUndefined({
              ...node,
              body: kind === 'fields' ? [{ name: '', value: '' }] : undefined,
            } as typeof node),
          )
        }
      />
      {isFields ? (
        <BodyFields
          body={node.body as BodyField[]}
          onChange={(body, about) => onNode({ ...node, body }, about && `body ${about}`)}
        />
      ) : (
        <TemplateField
          label={t`Body, as JSON`}
          channel="json"
          workflowId={form.workflowId}
          document={form.document}
          locked={form.locked}
          value={typeof node.body === 'string' ? node.body : ''}
          faults={faultsAt(form.faults, 'body')}
          onChange={text =>
            onNode(withoutUndefined({ ...node, body: text === '' ? undefined : text } as typeof node), 'body')
          }
        />
      )}
      <SelectField<'fail' | 'go'>
        label={t`If the call fails`}
        name="on_failure"
        value={node.on_failure === undefined ? 'fail' : 'go'}
        choices={failures}
        onChange={choice =>
          onNode({ ...node, on_failure: choice === 'go' ? node.next : undefined } as typeof node)
        }
      />
    </>
  )
}
