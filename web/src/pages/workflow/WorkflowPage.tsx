import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { fileAddress, readWorkflow } from '../../api/workflows.ts'
import { FileLink } from '../../components/FileLink.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { toDocument } from '../../features/workflow/document.ts'
import { t } from '../../language/words.ts'
import { Editor } from './Editor.tsx'

export default function WorkflowPage({ id }: { id: string }) {
  const workflow = useQuery({
    queryKey: ['workflow', id],
    queryFn: ({ signal }) => asked(readWorkflow(id, signal)),
    // The editor keeps the draft up to date itself; a refetch could bring back an older one.
    refetchOnWindowFocus: false,
  })
  const trail = [{ label: t`Workflows`, path: '/workflows' }]
  return (
    <>
      {workflow.data === undefined && <PageHead title={t`Workflow`} trail={trail} />}
      <Loaded
        query={workflow}
        absent={
          <Absent title={t`Workflow not found`} all={t`All workflows`} list="/workflows">
            {t`It may belong to another organisation.`}
          </Absent>
        }
      >
        {data =>
          toDocument(data.draft.document) ? (
            <Editor workflow={data} />
          ) : (
            <>
              <PageHead title={data.workflow.name} trail={trail} />
              <Empty title={t`This draft can’t be shown`}>
                <p>
                  {t`The canvas does not support it. Export the file, fix it, and import it again with the command line.`}
                </p>
                <FileLink href={fileAddress(id)}>{t`Export`}</FileLink>
              </Empty>
            </>
          )
        }
      </Loaded>
    </>
  )
}
