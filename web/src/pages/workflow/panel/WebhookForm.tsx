import type { NamedSecret } from '@millrace/contract/dashboard/secrets'
import type { NodeOf } from '@millrace/contract/node'
import { Rows } from '../../../components/form/Rows.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { useSecrets } from '../../../features/secret/use-secrets.ts'
import { NodeTemplate } from './node-fields.tsx'
import type { NodeFormProps } from './panel-context.ts'

type Method = NodeOf<'call_webhook'>['method']
const methods = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).map(value => ({ value, label: value }))

const failures = [
  { value: 'fail', label: 'The run fails, and can be tried again' },
  { value: 'go', label: 'The run goes another way' },
] as const

type Header = NonNullable<NodeOf<'call_webhook'>['headers']>[number]

/** The secret that the document names is a choice, whether or not it is there. */
const secretChoices = (known: readonly NamedSecret[], named: string | undefined) => [
  { value: '', label: 'A text' },
  ...known.map(({ name, host }) => ({ value: name, label: `The secret ${name}, for ${host}` })),
  ...(named === undefined || known.some(({ name }) => name === named)
    ? []
    : [{ value: named, label: `The secret ${named}` }]),
]

export function WebhookForm(form: NodeFormProps<NodeOf<'call_webhook'>>) {
  const { node, onNode } = form
  const known = useSecrets().data ?? []
  return (
    <>
      <SelectField<Method>
        label="Method"
        name="method"
        value={node.method}
        choices={methods}
        onChange={method => onNode({ ...node, method })}
      />
      <NodeTemplate form={form} field="url" label="Address" channel="url" short />
      <Rows
        what="Header"
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
              label="Name"
              name="name"
              value={row.name}
              onChange={name => change({ ...row, name }, 'name')}
            />
            <SelectField
              label="Carries"
              name="secret"
              value={row.secret ?? ''}
              choices={secretChoices(known, row.secret)}
              onChange={secret =>
                change(secret === '' ? { name: row.name, value: '' } : { name: row.name, secret })
              }
            />
            {row.secret === undefined && (
              <TextField
                label="Value"
                name="value"
                value={row.value ?? ''}
                onChange={value => change({ ...row, value }, 'value')}
              />
            )}
          </>
        )}
      </Rows>
      <NodeTemplate form={form} field="body" label="Body, as JSON" channel="json" optional />
      <SelectField<'fail' | 'go'>
        label="If it is refused for good"
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
