import type { WorkflowNode } from '@millrace/contract/node'
import { useEffect } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { isTextField } from '../../components/form/is-text-field.ts'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { stepsOf } from './copied-steps.ts'

const COPIED = t`Copied. Paste it after any step, in this workflow or another.`

/** For a button. */
export async function copySteps(text: string): Promise<void> {
  if (await copyText(text)) toast(COPIED, 'good')
  else toast(t`This browser doesn’t allow copying. Select the step on the canvas and press Ctrl+C.`, 'bad')
}

interface StepClipboard {
  /** The selected step as text. Undefined: there is nothing to copy. */
  copied: string | undefined
  /** Removes what was copied. Undefined where nothing can be changed. */
  cut: (() => void) | undefined
  /** Undefined where nothing can be changed. */
  paste: ((steps: readonly WorkflowNode[]) => void) | undefined
}

/** Ctrl-C, Ctrl-X and Ctrl-V on the canvas. Text fields, and text that is selected, keep their own. */
export function useStepClipboard({ copied, cut, paste }: StepClipboard): void {
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      if (copied === undefined || isTextField(event.target) || !window.getSelection()?.isCollapsed)
        return false
      event.preventDefault()
      event.clipboardData?.setData('text/plain', copied)
      toast(COPIED, 'good')
      return true
    }
    const onCut = (event: ClipboardEvent) => {
      if (cut !== undefined && onCopy(event)) cut()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (paste === undefined || isTextField(event.target)) return
      const steps = stepsOf(event.clipboardData?.getData('text/plain') ?? '')
      if (steps === undefined) return
      event.preventDefault()
      paste(steps)
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCut)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCut)
      document.removeEventListener('paste', onPaste)
    }
  })
}
