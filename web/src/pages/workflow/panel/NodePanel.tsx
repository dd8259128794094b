import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { MoreActions } from '../../../components/MoreActions.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { branchAsText, stepsAsText } from '../../../features/workflow/copied-steps.ts'
import { replaceNode } from '../../../features/workflow/document.ts'
import { nodeTypes } from '../../../features/workflow/node-types.ts'
import { copySteps } from '../../../features/workflow/step-clipboard.ts'
import { t } from '../../../language/words.ts'
import { Faults } from './Faults.tsx'
import { LockedFields } from './LockedFields.tsx'
import { NextStepFields } from './NextStepFields.tsx'
import { NodeForm } from './NodeForm.tsx'
import styles from './NodePanel.module.css'
import type { NodeFormProps, PanelProps } from './panel-context.ts'

export interface NodePanelProps extends PanelProps {
  node: NodeFormProps['node']
  /** With its branches, if it has any. */
  onDuplicate(): void
  onMoveEarlier(): void
  onMoveLater(): void
  onRemove(): void
}

/** One step: its faults, its form and its connections. */
export function NodePanel(props: NodePanelProps) {
  const { node, onDuplicate, onMoveEarlier, onMoveLater, onRemove, ...panel } = props
  const { document, locked, onDocument } = panel
  const faults = panel.faults.filter(fault => fault.node === node.id)
  const form: NodeFormProps = {
    ...panel,
    faults,
    node,
    onNode: (changed, about) =>
      onDocument(replaceNode(document, withoutUndefined(changed)), about && `${node.id} ${about}`),
  }
  return (
    <>
      <p className={styles.about}>{nodeTypes[node.type].about}</p>
      <Faults faults={faults} />
      <div className={styles.fields}>
        <LockedFields locked={locked}>
          <TextField
            label={t`Label`}
            name="label"
            maxLength={200}
            placeholder={nodeTypes[node.type].name}
            value={node.label ?? ''}
            onChange={label =>
              form.onNode({ ...node, label: label === '' ? undefined : label } as typeof node, 'label')
            }
          />
        </LockedFields>
        <NodeForm {...form} />
        <LockedFields locked={locked}>
          <NextStepFields {...form} />
        </LockedFields>
        {!locked && (
          <div className={styles.actions}>
            {node.type !== 'end' && (
              <Button quiet onClick={onDuplicate}>
                {t`Duplicate`}
              </Button>
            )}
            <Button quiet danger onClick={onRemove}>
              {t`Remove step`}
            </Button>
            {node.type !== 'end' && (
              <MoreActions
                actions={[
                  { name: t`Move before the previous step`, act: onMoveEarlier },
                  { name: t`Move after the next step`, act: onMoveLater },
                  {
                    name: t`Copy step`,
                    act: () => void copySteps(stepsAsText(document, new Set([node.id])) ?? ''),
                  },
                  {
                    name: t`Copy with following steps`,
                    act: () => void copySteps(branchAsText(document, node.id)),
                  },
                ]}
              />
            )}
          </div>
        )}
      </div>
    </>
  )
}
