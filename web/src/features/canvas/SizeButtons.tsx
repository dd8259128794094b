import { ControlButton, Controls, useReactFlow, useStoreApi } from '@xyflow/react'
import { Icon } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'
import type { Layout } from './layout/layout.ts'
import { viewOf } from './layout/view.ts'
import { LEAST_READABLE } from './TextSize.tsx'

/** Larger, smaller, and all of it, as far as its names can be read. */
export function SizeButtons({ layout }: { layout: Layout }) {
  const { setViewport } = useReactFlow()
  const store = useStoreApi()
  const label = t`Fit to view`
  return (
    <Controls showInteractive={false} showFitView={false}>
      <ControlButton
        title={label}
        aria-label={label}
        onClick={() => void setViewport(viewOf(layout, store.getState(), LEAST_READABLE))}
      >
        <Icon name="fit" />
      </ControlButton>
    </Controls>
  )
}
