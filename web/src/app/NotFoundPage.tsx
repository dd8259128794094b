import { LinkButton } from '../components/LinkButton.tsx'
import { Empty } from '../components/list/Empty.tsx'
import { PageHead } from '../components/PageHead.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHead title="Page not found" />
      <Empty title="Nothing at this address">
        <p>Check the address for typing errors. What was here may also have been deleted.</p>
        <LinkButton to="/">Go to the home page</LinkButton>
      </Empty>
    </>
  )
}
