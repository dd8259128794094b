import { Component, type ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { Note } from '../components/Note.tsx'

/**
 * A page that could not be shown takes nothing else down with it. The usual cause is a newer release on the server,
 * which has other files than this page knows of. React has this for classes only.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <Note tone="bad">
          <p>This page could not be shown. Millrace may have been updated, or does not answer.</p>
          <Button quiet onClick={() => location.reload()}>
            Load it anew
          </Button>
        </Note>
      </div>
    )
  }
}
